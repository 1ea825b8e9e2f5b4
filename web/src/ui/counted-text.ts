/** Returns text such as "1 segment" or "1,200 segments". */
export function countedText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
