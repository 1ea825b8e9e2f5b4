/**
 * Control characters (an escape sequence starts with one), unpaired surrogates, line separators, and the characters
 * that set text direction (Bidi_Control). A terminal does not show such a character as text, or shows other text
 * differently because of it.
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const unprintable = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Replaces each unprintable character of an untrusted text by an escape in JSON's form (\u001b). The result is one
 * line.
 */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function escapeUnprintableLines(text: string): string {
  return text.split("\n").map(escapeUnprintable).join("\n");
}
