/** A piece of a script: a scoring unit by its position, from 0, or what stands between units. */
export type TextPiece = { text: string; unit: number | null };

type Found = { from: number; to: number; unit: number };

/** Where each unit stands, none within another; one that is not found, as of a changed text, is left out. */
function placesOf(text: string, units: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const [unit, words] of units.entries()) {
    let from = text.indexOf(words);
    const isTaken = () => found.some((other) => from < other.to && other.from < from + words.length);
    while (from >= 0 && isTaken()) from = text.indexOf(words, from + 1);
    if (from >= 0) found.push({ from, to: from + words.length, unit });
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** A script in pieces, so that its scoring units can be seen in it; all pieces together are the script. */
export function piecesOf(text: string, units: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { from, to, unit } of placesOf(text, units)) {
    if (from > at) pieces.push({ text: text.slice(at, from), unit: null });
    pieces.push({ text: text.slice(from, to), unit });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), unit: null });
  return pieces;
}
