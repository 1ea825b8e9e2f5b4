/**
 * The maximum length of a segment: docs/decisions/0097-rules-of-the-exam.md. In Chinese and Japanese, 60 characters
 * count as 35 words.
 */
export const maxWords = 35;
export const maxCharacters = 60;

const countedInCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const writtenWithoutSpaces = /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}]/u;

/** The result may be a fraction for text in Chinese or Japanese. */
export function wordsIn(text: string): number {
  return countedInCharacters.test(text) ? (charactersIn(text) * maxWords) / maxCharacters : countWords(text);
}

const charactersIn = (text: string) => text.match(/[\p{Letter}\p{Number}]/gu)?.length ?? 0;

/** Returns the problem as the end of a sentence. */
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
  // A free-standing dash is not a word.
  return text.split(/\s+/).filter((part) => /[\p{Letter}\p{Number}]/u.test(part)).length;
}
