/** The exam's segments have at most 35 words; in scripts without spaces, about 60 characters say as much. */
export const maxWords = 35;
export const maxCharacters = 60;

const countedInCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const writtenWithoutSpaces = /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}]/u;

/** How many words a text has; of a script that is counted in characters, as many as say the same. */
export function wordsIn(text: string): number {
  return countedInCharacters.test(text) ? (charactersIn(text) * maxWords) / maxCharacters : countWords(text);
}

const charactersIn = (text: string) => text.match(/[\p{Letter}\p{Number}]/gu)?.length ?? 0;

/** What is wrong with the length of a text that is heard, if anything. */
export function findLengthProblem(text: string): string | undefined {
  if (countedInCharacters.test(text)) {
    const characters = charactersIn(text);
    if (characters <= maxCharacters) return;
    return `has ${characters} characters; a segment has at most ${maxCharacters}`;
  }
  const words = countWords(text);
  if (words > maxWords) return `has ${words} words; a segment has at most ${maxWords}`;
}

function countWords(text: string): number {
  if (writtenWithoutSpaces.test(text)) {
    const parts = [...new Intl.Segmenter("th", { granularity: "word" }).segment(text)];
    return parts.filter((part) => part.isWordLike).length;
  }
  // A dash that stands alone is no word.
  return text.split(/\s+/).filter((part) => /[\p{Letter}\p{Number}]/u.test(part)).length;
}
