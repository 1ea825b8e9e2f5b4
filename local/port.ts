/** The first of the ports that a text names for the local cloud, which takes the ones after it too; null if it names none. */
export function portOf(text: string): number | null {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_000 ? port : null;
}
