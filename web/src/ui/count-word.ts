const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

/** Returns a whole number below 10 as a capitalised word, with "No" for 0, and a larger number in digits. */
export function countWord(count: number): string {
  return words[count] ?? String(count);
}
