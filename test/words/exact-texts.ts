/** Screen texts that may use a word that docs/writing.md replaces. */
export const exactTexts: readonly string[] = [
  "This email is registered with Google. Please continue with Google to sign in.",
];
