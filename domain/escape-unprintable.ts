/**
 * A terminal's escape sequence starts with a control character. Bidi_Control characters can change the order in which
 * other characters are shown: https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const unprintable = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\u2028\u2029]/gu;

/** The result is one line. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function escapeUnprintableLines(text: string): string {
  return text.split("\n").map(escapeUnprintable).join("\n");
}
