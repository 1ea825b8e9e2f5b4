const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

export function countWord(count: number): string {
  return words[count] ?? String(count);
}
