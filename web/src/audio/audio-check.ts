import { type EncodedAudio, metadataTimeoutMs } from "./player.ts";

/** "late": the timeout expired. For example, a phone that saves power may load nothing before playback. */
export type AudioValidity = "valid" | "broken" | "late";

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
    // Without this call the element keeps the audio in memory.
    element.load();
    URL.revokeObjectURL(url);
  }
}
