/**
 * Characters that a search ignores, such as accents, and the vowel points of Hebrew and Arabic, which most people do
 * not type. Vowel signs of other scripts count as letters. U+0640 stretches Arabic words. The last two characters
 * control the joining of letters.
 */
const ignored = /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]|[\u0640\u200c\u200d]/gu;

// Upper case, because "ß" and "SS" differ in lower case, as do "σ" and "ς".
const foldText = (text: string) => text.normalize("NFKD").replaceAll(ignored, "").toUpperCase();

export function matchesSearch(title: string, search: string): boolean {
  const folded = foldText(title);
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
