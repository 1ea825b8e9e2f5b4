import { audioPaths, type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder } from "../../../../domain/content/scenario.ts";
import { holdActivity } from "../../browser/activity-lock.ts";
import { createLearnerChannel } from "../../browser/learner-channel.ts";
import { writingSystemOf } from "../../ui/writing-systems.ts";
import { audioFiles } from "./audio-files.ts";
import { ContentError, fetchMetadata } from "./content.ts";
import { type CompleteDialogue, type KeptDialogue, keptStore } from "./internal/kept-store.ts";
import { downloadInParallel } from "./internal/parallel-downloads.ts";
import type { DialogueToDownload, DownloadProgress } from "./offline-content.ts";

export type { KeptDialogue } from "./internal/kept-store.ts";

const news = createLearnerChannel("parlance-kept");

export const onKeptChanged = news.subscribe;

/** Rejects if the browser blocks storage. */
export const listKept = (userId: string): Promise<KeptDialogue[]> => keptStore.list(userId);

/** The service worker caches fetched fonts. */
async function fetchFonts(language: KeptDialogue["language"], text: string): Promise<void> {
  const { families, load } = writingSystemOf(language);
  await load();
  await Promise.all(families.map((family) => document.fonts.load(`1em "${family}"`, text)));
  // Fetches the fonts again, so that the worker also stores fonts that were loaded before it started.
  const fonts = performance.getEntriesByType("resource").filter(({ name }) => /\.woff2?$/.test(name));
  await Promise.all(fonts.map(({ name }) => fetch(name)));
}

type Options = { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void };

async function downloadSounds(
  userId: string,
  paths: readonly string[],
  { signal, onProgress }: Options,
): Promise<number> {
  let loaded = 0;
  let bytes = 0;
  onProgress({ loaded, total: paths.length });
  await downloadInParallel(paths, signal, async (path, either) => {
    const sound = await loadOptional(path, either);
    either.throwIfAborted();
    if (sound) await keptStore.putSound(userId, path, sound);
    bytes += sound?.data.byteLength ?? 0;
    loaded += 1;
    onProgress({ loaded, total: paths.length });
  });
  return bytes;
}

/** Stores the dialogue's audio, but not its text. */
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

/** Returns null for a missing file, because a dialogue can be practised without the file. */
async function loadOptional(path: string, signal: AbortSignal) {
  try {
    return await audioFiles.load(path, { signal, priority: "low" }).checked;
  } catch (error) {
    if (error instanceof ContentError && error.reason === "missing") return null;
    throw error;
  }
}

/** Another tab may have kept the dialogue during the download. */
async function removeUnlessKept(userId: string, folder: string): Promise<void> {
  if (!(await keptStore.isKept(userId, folder))) await keptStore.removeFolder(userId, folder);
}

/** @throws {ContentError} also ApiError, and errors of the browser, such as QuotaExceededError */
export async function keepDialogue(userId: string, dialogue: DialogueToDownload, options: Options): Promise<void> {
  const release = holdActivity();
  try {
    // If the browser agrees, it does not remove the site's data to make space.
    await navigator.storage?.persist?.().catch(() => false);
    await keptStore.putDialogue(userId, await download(userId, dialogue, options));
  } catch (error) {
    await removeUnlessKept(userId, scenarioFolder(dialogue.language, dialogue.listed.id)).catch(() => undefined);
    throw error;
  } finally {
    release();
    news.publish(userId);
  }
}

/** Compares only the text, because changed audio has a new name in the text. */
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
