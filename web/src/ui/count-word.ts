const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

/** A small whole number as the first word of a sentence; a larger one as its digits. */
export function countWord(count: number): string {
  return words[count] ?? String(count);
}
