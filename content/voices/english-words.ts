export type SpokenPart = { text: string; isEnglish: boolean };

const escapePattern = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function patternOf(words: readonly string[]): RegExp {
  const wholeWords = words.toSorted((one, other) => other.length - one.length).map(escapePattern);
  const continued = String.raw`[\p{Script=Latin}\p{Mark}\p{Number}]`;
  return new RegExp(`(?<!${continued})(${wholeWords.join("|")})(?!${continued})`, "u");
}

export function findEnglishWords(text: string, words: readonly string[]): string[] {
  return words.filter((word) => patternOf([word]).test(text));
}

export function divideByLanguage(text: string, englishWords: readonly string[]): SpokenPart[] {
  if (englishWords.length === 0) return [{ text, isEnglish: false }];
  return text
    .split(patternOf(englishWords))
    .map((part, at) => ({ text: part, isEnglish: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
