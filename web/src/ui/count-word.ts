const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

/** Returns a small whole number as a capitalised word, a larger one in digits. */
export function countWord(count: number): string {
  return words[count] ?? String(count);
}
