// espeak-ng has no Filipino voice. Its Indonesian voice is similar, but says an unstressed e as a schwa, which Filipino
// does not have. So words with e are written as phonemes of that voice:
// https://github.com/espeak-ng/espeak-ng/blob/master/docs/phonemes.md.

const phonemes: readonly (readonly [RegExp, string])[] = [
  [/ng/g, "N"],
  [/ny|ñ/g, "n^"],
  [/ch/g, "tS"],
  [/c(?=[ei])/g, "s"],
  [/c/g, "k"],
  [/j/g, "dZ"],
  [/y/g, "j"],
  [/e/g, "E"],
  [/r(?=[aEiou])/g, "R2"],
  [/r/g, "R"],
];

/** Matches the vowel before the last one. Most words without a printed accent have their stress there. */
const stressedVowel = /[aEiou](?=[^aEiou]*[aEiou][^aEiou]*$)/;

function toPhonemes(word: string): string {
  const spoken = phonemes.reduce(
    (text, [pattern, phoneme]) => text.replace(pattern, phoneme),
    word.toLowerCase().replace(/['’]/g, ""),
  );
  return `[[${stressedVowel.test(spoken) ? spoken.replace(stressedVowel, "'$&") : spoken.replace(/[aEiou]/, "'$&")}]]`;
}

export function spokenFilipino(text: string): string {
  return text
    .replace(/\bng\b/g, "nang")
    .replace(/\bmga\b/gi, "manga")
    .replace(/\p{Letter}*e\p{Letter}*(?:['’]\p{Letter}+)?/giu, toPhonemes)
    .replace(/(?<=s)y(?=[aou])/g, "iy");
}
