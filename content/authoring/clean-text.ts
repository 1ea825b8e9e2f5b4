/**
 * What nobody sees: controls, and what Unicode gives no shape of its own (Default_Ignorable_Code_Point), among them the marks
 * of direction that spreadsheets and chats leave behind.
 */
const invisible = String.raw`[\ufeff\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Control}`;
/** Joiners say which shapes letters take in these scripts. */
const joined = [
  ...["Arabic", "Bengali", "Devanagari", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Malayalam", "Myanmar", "Oriya"],
  ...["Sinhala", "Tamil", "Telugu", "Tibetan"],
];
/** Spaces of no width say where a word ends in these. */
const writtenWithoutSpaces = ["Khmer", "Lao", "Myanmar", "Thai"];

const anyOf = (scripts: readonly string[]) => `[${scripts.map((one) => `\\p{Script_Extensions=${one}}`).join("")}]`;
const meant = String.raw`(?<=${anyOf(joined)})[\u200c\u200d]|(?<=${anyOf(writtenWithoutSpaces)})\u200b`;
const hidden = new RegExp(`(?!${meant})(?:${invisible})`, "gu");

/** A text as it is meant: without marks that nobody sees, in one line with plain spaces, and each letter in one form. */
export function cleanText(text: string): string {
  return text.replace(hidden, "").replace(/\s+/g, " ").trim().normalize("NFC");
}

/** The marks that `cleanText` leaves out, in their order. */
export function hiddenMarks(text: string): string[] {
  return text.match(hidden) ?? [];
}
