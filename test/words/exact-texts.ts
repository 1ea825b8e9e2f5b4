/** Texts that the specification states word for word, although docs/writing.md uses another word. */
export const exactTexts: readonly string[] = [
  "This email is registered with Google. Please continue with Google to sign in.",
];
