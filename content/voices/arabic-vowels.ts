// Scripts in Arabic have vowel marks, because the synthesiser cannot guess vowels. Learners see the text as in print,
// with hardly any of these marks.

const letter = "[\\u0621-\\u064A]";
const vowel = "[\\u064B-\\u0650]";
const shadda = "\\u0651";
const sukun = "\\u0652";
const wordStart = "(?:^|[\\s])";
const prefix = "[وفبكل][\\u064E\\u0650]";

const spokenForms: readonly (readonly [RegExp, string])[] = [
  // In Unicode's canonical order, the vowel precedes the shadda. The synthesiser needs the opposite order.
  [new RegExp(`(${vowel})${shadda}`, "g"), "\u0651$1"],
  // The synthesiser itself doubles sun letters after the article, so their shadda is removed.
  [new RegExp(`(?<=${wordStart}(?:${prefix})?ال)(${letter})${shadda}`, "g"), "$1"],
  [new RegExp(`(${letter})${shadda}`, "g"), "$1\u0652$1"],
  // Adds a missing short vowel before a long u or i.
  [new RegExp(`(?<=${letter})(?<![اوىآ])(?=و(?![\\u064B-\\u0652]))`, "g"), "\u064F"],
  [new RegExp(`(?<=${letter})(?<![اىيآ])(?=ي(?![\\u064B-\\u0652]))`, "g"), "\u0650"],
  // The final t of feminine nouns is silent before a pause. In that place, scripts give the letter no vowel mark.
  [new RegExp(`ة(?!${vowel})`, "g"), ""],
  // After a prefix, the joining vowel of the article and of other words is silent. Without a prefix, an unmarked
  // joining vowel before a sukun is a short i.
  [new RegExp(`(?<=${wordStart}(?:${prefix}){1,2})ا`, "g"), "ٱ"],
  [new RegExp(`(?<=${wordStart})ا(?=[^ل]${sukun})`, "g"), "اِ"],
];

export function spokenArabic(vowelled: string): string {
  return spokenForms.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), vowelled);
}

/** Keeps the mark of the ending -an (U+064B), which print often shows. */
export function printedArabic(vowelled: string): string {
  return vowelled.replace(/[\u064C-\u0652\u0670]/g, "");
}
