/**
 * Control characters that are not white space, and the characters of Unicode's Default_Ignorable_Code_Point. These
 * include the direction marks that spreadsheets and chats insert.
 */
const invisibleCharacters = String.raw`[\ufeff\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Control}`;
/** Scripts in which joiners (U+200C, U+200D) select the shapes of letters. Joiners in these scripts are not removed. */
const joiningScripts = [
  ...["Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Myanmar", "Oriya"],
  ...["Sinhala", "Tamil", "Telugu", "Tibetan"],
];
/** Scripts in which zero width spaces mark the ends of words. These spaces are not removed. */
const spacelessScripts = ["Khmer", "Lao", "Myanmar", "Thai"];

const scriptClass = (scripts: readonly string[]) =>
  `[${scripts.map((one) => `\\p{Script_Extensions=${one}}`).join("")}]`;
const meaningfulMarks = String.raw`(?<=${scriptClass(joiningScripts)})[\u200c\u200d]|(?<=${scriptClass(spacelessScripts)})\u200b`;
const hiddenMarkPattern = new RegExp(`(?!${meaningfulMarks})(?:${invisibleCharacters})`, "gu");

/** Removes hidden marks, collapses white space and normalises to NFC. */
export function cleanText(text: string): string {
  return text.replace(hiddenMarkPattern, "").replace(/\s+/g, " ").trim().normalize("NFC");
}

export function findHiddenMarks(text: string): string[] {
  return text.match(hiddenMarkPattern) ?? [];
}
