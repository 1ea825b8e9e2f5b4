/** Texts that the product promises letter by letter, although docs/writing.md has another word. */
export const exactTexts: readonly string[] = [
  "This email is registered with Google. Please continue with Google to sign in.",
];
