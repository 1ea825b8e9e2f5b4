import { audioPaths, type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder } from "../../../../domain/content/scenario.ts";
import { holdActivity } from "../../browser/activity-lock.ts";
import { createLearnerChannel } from "../../browser/learner-channel.ts";
import { writingSystemOf } from "../../ui/writing-systems.ts";
import { audioFiles } from "./audio-files.ts";
import { ContentError, fetchMetadata } from "./content.ts";
import { type CompleteDialogue, type KeptDialogue, keptStore } from "./internal/kept-store.ts";
import type { DialogueToDownload, DownloadProgress } from "./offline-content.ts";

export type { KeptDialogue } from "./internal/kept-store.ts";

const news = createLearnerChannel("parlance-kept");

export const onKeptChanged = news.subscribe;

/** Returns the dialogues that the learner keeps on this device. Rejects if the browser blocks storage. */
export const listKept = (userId: string): Promise<KeptDialogue[]> => keptStore.list(userId);

const maxParallelDownloads = 3;

/** Loads the fonts that a text needs. The service worker keeps each font that is fetched. */
async function fetchFonts(language: KeptDialogue["language"], text: string): Promise<void> {
  const { families, load } = writingSystemOf(language);
  await load();
  await Promise.all(families.map((family) => document.fonts.load(`1em "${family}"`, text)));
  // Fetches the fonts again, so that the worker also stores fonts that were loaded before it started.
  const fonts = performance.getEntriesByType("resource").filter(({ name }) => /\.woff2?$/.test(name));
  await Promise.all(fonts.map(({ name }) => fetch(name)));
}

type Options = { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void };

/** Downloads and stores audio, several files at a time, and returns its size in bytes. Stops at the first failure. */
async function downloadSounds(
  userId: string,
  paths: readonly string[],
  { signal, onProgress }: Options,
): Promise<number> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const waiting = paths.values();
  let loaded = 0;
  let bytes = 0;
  const bringOn = async () => {
    for (const path of waiting) {
      const sound = await loadOptional(path, either);
      either.throwIfAborted();
      if (sound) await keptStore.putSound(userId, path, sound);
      bytes += sound?.data.byteLength ?? 0;
      loaded += 1;
      onProgress({ loaded, total: paths.length });
    }
  };
  onProgress({ loaded, total: paths.length });
  const stopOthers = (error: unknown) => failure.abort(error);
  // Waits for all downloads, so that none stores a file after the caller has removed the dialogue.
  await Promise.all(Array.from({ length: maxParallelDownloads }, () => bringOn().catch(stopOthers)));
  either.throwIfAborted();
  return bytes;
}

/** Downloads a dialogue's text, audio and fonts, and stores the audio. */
async function download(userId: string, dialogue: DialogueToDownload, options: Options): Promise<CompleteDialogue> {
  const { language, listed } = dialogue;
  const folder = scenarioFolder(language, listed.id);
  const textPath = metadataPath(folder);
  const segments = await fetchMetadata(textPath, SegmentList);
  if (segments.length === 0) throw new ContentError("malformed", `${textPath} has no segments`);
  const soundPaths = segments.flatMap((segment) => Object.values(audioPaths(folder, segment)));
  const bytes = JSON.stringify(segments).length + (await downloadSounds(userId, soundPaths, options));
  await fetchFonts(language, segments.map((each) => each.original_script + each.translated_script).join(""));
  options.signal.throwIfAborted();
  return { dialogue: { folder, ...dialogue, bytes }, textPath, text: segments, soundPaths };
}

/** Loads an audio file; null if the file is missing, because a dialogue can be practised without it. */
async function loadOptional(path: string, signal: AbortSignal) {
  try {
    return await audioFiles.load(path, { signal, priority: "low" }).checked;
  } catch (error) {
    if (error instanceof ContentError && error.reason === "missing") return null;
    throw error;
  }
}

/**
 * Keeps the text, the available audio and the fonts of a dialogue on this device. After a failure, removes the
 * dialogue's stored text and audio.
 * @throws {ContentError} also ApiError, the browser's AbortError, and its QuotaExceededError if the device is full
 */
export async function keepDialogue(userId: string, dialogue: DialogueToDownload, options: Options): Promise<void> {
  const release = holdActivity();
  try {
    // If the browser agrees, it removes the site's data only at the learner's request.
    await navigator.storage?.persist?.().catch(() => false);
    await keptStore.putDialogue(userId, await download(userId, dialogue, options));
  } catch (error) {
    await removeKept(userId, scenarioFolder(dialogue.language, dialogue.listed.id)).catch(() => undefined);
    throw error;
  } finally {
    release();
    news.publish(userId);
  }
}

/**
 * Downloads a kept dialogue again if its text has changed. Then removes the audio to which only the former text refers.
 * Changed audio has a new name in the text.
 */
export async function refreshKept(userId: string, dialogue: DialogueToDownload, segments: readonly Segment[]) {
  const folder = scenarioFolder(dialogue.language, dialogue.listed.id);
  const kept = await keptStore.text(userId, metadataPath(folder));
  if (kept === undefined || JSON.stringify(kept) === JSON.stringify(segments)) return;
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const complete = await download(userId, dialogue, options);
  // The learner may have removed the dialogue during the download.
  if (await keptStore.isKept(userId, folder)) await keptStore.putDialogue(userId, complete);
  else await keptStore.removeFolder(userId, folder);
  news.publish(userId);
}

export async function removeKept(userId: string, folder: string): Promise<void> {
  await keptStore.removeFolder(userId, folder);
  news.publish(userId);
}

export async function clearKept(userId: string): Promise<void> {
  await keptStore.clear(userId).catch(() => undefined);
}
