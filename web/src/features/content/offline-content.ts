import type { LanguageName } from "../../../../domain/content/language.ts";
import { audioPaths, type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder, type TopicId } from "../../../../domain/content/scenario.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { audioFiles } from "./audio-files.ts";
import { ContentError, fetchMetadata } from "./content.ts";
import { type OfflineDialogue, type OfflineKey, offlineStore } from "./internal/offline-store.ts";

/** A dialogue to download, as its topic lists it. */
export type DialogueToDownload = { language: LanguageName; topicId: TopicId; listed: OfflineDialogue["listed"] };

/** Counts of audio files; `total` is 0 while the number is unknown. */
export type DownloadProgress = { loaded: number; total: number };

/** Dialogues that are complete on this device, loaded into memory. */
export type OfflineContent = {
  dialogues: readonly OfflineDialogue[];
  /** Returns a segment's original; both positions count from 0. */
  audioOf: (dialogue: number, segment: number) => EncodedAudio | null;
};

const maxParallelDownloads = 3;

type AudioToDownload = { dialogue: number; segment: number; path: string };

async function fetchOfflineDialogue(wanted: DialogueToDownload): Promise<OfflineDialogue> {
  const path = metadataPath(scenarioFolder(wanted.language, wanted.listed.id));
  const segments = await fetchMetadata(path, SegmentList);
  if (segments.length === 0) throw new ContentError("malformed", `${path} has no segments`);
  return { ...wanted, segments };
}

function audioFilesOf({ language, listed, segments }: OfflineDialogue, dialogue: number): AudioToDownload[] {
  const folder = scenarioFolder(language, listed.id);
  const pathOf = (segment: Segment) => audioPaths(folder, segment).original;
  return segments.map((each, segment) => ({ dialogue, segment, path: pathOf(each) }));
}

type Options = { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void };

/**
 * Downloads dialogues under a name. The dialogues can be played without a network or a plan until they are evicted.
 * @throws {ContentError} also ApiError, the browser's AbortError, and the browser's error if it blocks storage
 */
export async function downloadDialogues(
  key: OfflineKey,
  wanted: readonly DialogueToDownload[],
  { signal, onProgress }: Options,
) {
  onProgress({ loaded: 0, total: 0 });
  const dialogues = await Promise.all(wanted.map(fetchOfflineDialogue));
  const recordings = dialogues.flatMap(audioFilesOf);
  const waiting = recordings.values();
  let there = 0;
  const bringOn = async () => {
    for (const { dialogue, segment, path } of waiting) {
      const sound = await audioFiles.load(path, { signal, priority: "high" }).checked;
      await offlineStore.putSound(key, dialogue, segment, sound);
      there += 1;
      onProgress({ loaded: there, total: recordings.length });
    }
  };
  await Promise.all(Array.from({ length: maxParallelDownloads }, bringOn));
  signal.throwIfAborted();
  await offlineStore.putDialogues(key, dialogues);
}

/**
 * Loads a downloaded set of dialogues; null if the set is missing or incomplete. Rejects if the browser blocks storage.
 */
export async function loadOfflineContent(key: OfflineKey): Promise<OfflineContent | null> {
  const dialogues = await offlineStore.dialogues(key);
  if (!dialogues) return null;
  const there = await Promise.all(
    dialogues.map(({ segments }, dialogue) =>
      Promise.all(segments.map((_, segment) => offlineStore.sound(key, dialogue, segment))),
    ),
  );
  if (there.some((found) => found.includes(null))) return null;
  return { dialogues, audioOf: (dialogue, segment) => there[dialogue]?.[segment] ?? null };
}

/**
 * Removes a learner's downloaded sets, except the one with the name `kept`. Dialogues in `keptStore` stay. Never
 * rejects.
 */
export async function evictOfflineContent(userId: string, kept?: string): Promise<void> {
  await offlineStore.clear(userId, kept).catch(() => undefined);
}

export function clearOfflineContent(userId: string): Promise<void> {
  return evictOfflineContent(userId);
}
