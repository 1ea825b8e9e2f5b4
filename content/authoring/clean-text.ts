/** Includes the direction marks that spreadsheets and chats insert. */
const invisibleCharacters = String.raw`[\ufeff\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Control}`;
/** After a character of these scripts, a joiner (U+200C, U+200D) is kept, because it may change a letter's shape. */
const joiningScripts = [
  ...["Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Myanmar", "Oriya"],
  ...["Sinhala", "Tamil", "Telugu", "Tibetan"],
];
/** After a character of these scripts, a zero width space (U+200B) is kept, because it may mark the end of a word. */
const spacelessScripts = ["Khmer", "Lao", "Myanmar", "Thai"];

const scriptClass = (scripts: readonly string[]) =>
  `[${scripts.map((one) => `\\p{Script_Extensions=${one}}`).join("")}]`;
const meaningfulMarks = String.raw`(?<=${scriptClass(joiningScripts)})[\u200c\u200d]|(?<=${scriptClass(spacelessScripts)})\u200b`;
const hiddenMarkPattern = new RegExp(`(?!${meaningfulMarks})(?:${invisibleCharacters})`, "gu");

export function cleanText(text: string): string {
  return text.replace(hiddenMarkPattern, "").replace(/\s+/g, " ").trim().normalize("NFC");
}

export function findHiddenMarks(text: string): string[] {
  return text.match(hiddenMarkPattern) ?? [];
}
