/**
 * What nobody sees: controls, and what Unicode gives no shape of its own (Default_Ignorable_Code_Point), among them the marks
 * of direction that spreadsheets and chats leave behind.
 */
const invisibleCharacters = String.raw`[\ufeff\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Control}`;
/** Joiners say which shapes letters take in these scripts. */
const joiningScripts = [
  ...["Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Myanmar", "Oriya"],
  ...["Sinhala", "Tamil", "Telugu", "Tibetan"],
];
/** Spaces of no width say where a word ends in these. */
const spacelessScripts = ["Khmer", "Lao", "Myanmar", "Thai"];

const scriptClass = (scripts: readonly string[]) =>
  `[${scripts.map((one) => `\\p{Script_Extensions=${one}}`).join("")}]`;
const meaningfulMarks = String.raw`(?<=${scriptClass(joiningScripts)})[\u200c\u200d]|(?<=${scriptClass(spacelessScripts)})\u200b`;
const hiddenMarkPattern = new RegExp(`(?!${meaningfulMarks})(?:${invisibleCharacters})`, "gu");

/** A text as it is meant: without marks that nobody sees, in one line with plain spaces, and each letter in one form. */
export function cleanText(text: string): string {
  return text.replace(hiddenMarkPattern, "").replace(/\s+/g, " ").trim().normalize("NFC");
}

/** The marks that `cleanText` leaves out, in their order. */
export function findHiddenMarks(text: string): string[] {
  return text.match(hiddenMarkPattern) ?? [];
}
