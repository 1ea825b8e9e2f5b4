import { isSameNumber, type SpokenToken } from "./spoken-numbers.ts";
import { readSpokenText, type SpokenText } from "./spoken-text.ts";
import { isFunctionWord, rootOf, stemOf } from "./word-forms.ts";
import { type Likeness, type SoundedWord, soundKey, stemLikeness } from "./word-likeness.ts";

/** One to three neighbouring words joined into one, because recognisers split words and names that they do not know. */
export type JoinedWords = SoundedWord & { stem: string };

export type Speech = SpokenText & { stems: ReadonlySet<string>; joined: readonly JoinedWords[] };

const maxJoined = 3;

function joinNeighbours(tokens: readonly SpokenToken[]): JoinedWords[] {
  const texts = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    let joined = "";
    for (const { text } of tokens.slice(at, at + maxJoined)) {
      joined += text;
      texts.add(joined);
    }
  }
  return [...texts].map((text) => ({ text, stem: stemOf(text), sound: soundKey(text) }));
}

export function createSpeech(transcript: string): Speech {
  const text = readSpokenText(transcript);
  const stems = new Set(text.tokens.map(({ stem }) => stem));
  return { ...text, stems, joined: joinNeighbours(text.tokens) };
}

export function contentOf(tokens: readonly SpokenToken[]): SpokenToken[] {
  const stems = new Set<string>();
  return tokens.filter(({ text, stem }) => {
    const isNew = !isFunctionWord(text) && !stems.has(stem);
    stems.add(stem);
    return isNew;
  });
}

const isArticle = ({ text }: SpokenToken) => text === "a" || text === "an" || text === "the";

const isSameWord = (expected: SpokenToken, said: SpokenToken | undefined) =>
  said !== undefined &&
  (expected.number
    ? said.number !== undefined && isSameNumber(expected.number, said.number)
    : expected.stem === said.stem);

/** The words must be said in their order and without others between them. Articles do not count. */
export function isWordingHeard(wording: readonly SpokenToken[], { tokens }: Speech): boolean {
  const expected = wording.filter((token) => !isArticle(token));
  const said = tokens.filter((token) => !isArticle(token));
  return (
    expected.length > 0 &&
    said.some((_, from) => expected.every((token, offset) => isSameWord(token, said[from + offset])))
  );
}

/** Stems of "inspect" and "inspection" are related. */
function isRelated(stem: string, other: string): boolean {
  if (stem === other) return true;
  const [shorter = "", longer = ""] = [rootOf(stem), rootOf(other)].sort((one, another) => one.length - another.length);
  return (
    shorter === longer || (shorter.length >= 6 && longer.length - shorter.length <= 2 && longer.startsWith(shorter))
  );
}

function compareStems(expected: string, said: string): Likeness {
  return isRelated(expected, said) ? "same" : stemLikeness(expected, said);
}

export function stemsLike({ stem }: SpokenToken, { stems }: Speech): Set<string> {
  return new Set([...stems].filter((said) => compareStems(stem, said) === "same"));
}

export function bestLikeness(expected: SpokenToken, { tokens, stems, joined }: Speech): Likeness {
  if (expected.number) return tokens.some((said) => isSameWord(expected, said)) ? "same" : "different";
  if (stems.has(expected.stem) || joined.some(({ stem }) => stem === expected.stem)) return "same";
  const found = [...stems].map((said) => compareStems(expected.stem, said));
  if (found.includes("same")) return "same";
  const isSimilar = joined.some(({ stem }) => stemLikeness(expected.stem, stem) !== "different");
  return isSimilar || found.includes("similar") ? "similar" : "different";
}
