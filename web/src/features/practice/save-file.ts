import type { Sound } from "./audio/player.ts";

/** Long enough for every browser to have read the file, in ms. */
const readWithinMs = 60_000;

/** Gives a sound to the learner as a file. */
export function saveFile(name: string, { data, type }: Sound): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}
