/** Marks that change the direction of writing, which spreadsheets and chats leave behind; and the one that begins a file. */
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text as it is meant: without marks that nobody sees, in one line with plain spaces, and each letter in one form. */
export function cleanText(text: string): string {
  return text.replace(invisible, "").replace(/\s+/g, " ").trim().normalize("NFC");
}
