/**
 * Characters that a terminal does not show as text, or that change how it shows other text: control characters, which
 * begin escape sequences, unpaired surrogates, line separators, and the characters that set text direction
 * (Bidi_Control).
 * https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const unprintable = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns untrusted text as one line that a terminal shows literally. Escapes have JSON's form (\u001b). */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function escapeUnprintableLines(text: string): string {
  return text.split("\n").map(escapeUnprintable).join("\n");
}
