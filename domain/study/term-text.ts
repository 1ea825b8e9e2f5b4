import type { Term } from "./study-change.ts";

/** Includes the vowel marks of Arabic, which most Arabic texts omit. */
const accents = /[\u0300-\u036f\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not decompose, and the letters that learners type for them. */
const plainLetters: Readonly<Record<string, string>> = { đ: "d", ł: "l", ø: "o", ß: "ss", ı: "i", æ: "ae", œ: "oe" };
const specialLetters = /[đłøßıæœ]/g;

const asciiOnly = /^[\u0020-\u007e]*$/;

export function foldForSearch(text: string): string {
  const plain = asciiOnly.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFD")
        .replace(accents, "")
        .toLowerCase()
        .replace(specialLetters, (letter) => plainLetters[letter] ?? letter);
  return plain.replace(/\s+/g, " ").trim();
}

const foldSide = (side: string) => side.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();

export function termKey({
  language,
  english,
  translation,
}: Pick<Term, "language" | "english" | "translation">): string {
  return [language, foldSide(english), foldSide(translation)].join("\n");
}
