import { type EncodedAudio, metadataTimeoutMs } from "./player.ts";

/** "late" is neither: a phone that saves power may load nothing before it is told to play. */
export type AudioValidity = "valid" | "broken" | "late";

/** Whether the browser can play a sound, told by its metadata, for which there is a limited time. */
export async function checkAudio({ data, type }: EncodedAudio): Promise<AudioValidity> {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const element = new Audio();
  const over = new AbortController();
  const { promise, resolve } = Promise.withResolvers<AudioValidity>();
  const timer = setTimeout(() => resolve("late"), metadataTimeoutMs);
  element.addEventListener("loadedmetadata", () => resolve("valid"), { signal: over.signal });
  element.addEventListener("error", () => resolve("broken"), { signal: over.signal });
  element.preload = "metadata";
  element.src = url;
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    over.abort();
    element.removeAttribute("src");
    // Without a load the element keeps the sound, and its memory.
    element.load();
    URL.revokeObjectURL(url);
  }
}
