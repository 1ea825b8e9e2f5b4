/** Returns text such as "35 kB" or "1.2 MB". */
export function sizeText(bytes: number): string {
  // In MB with one decimal, a small size would be shown as 0.0.
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
