import type { LanguageName } from "../../../../domain/content/language.ts";
import { audioPaths, type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder, type TopicId } from "../../../../domain/content/scenario.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { audioFiles } from "./audio-files.ts";
import { ContentError, fetchMetadata } from "./content.ts";
import { type OfflineDialogue, type OfflineKey, offlineStore } from "./internal/offline-store.ts";
import { downloadInParallel } from "./internal/parallel-downloads.ts";

export type DialogueToDownload = { language: LanguageName; topicId: TopicId; listed: OfflineDialogue["listed"] };

/** Counts of audio files; `total` is 0 while the number is unknown. */
export type DownloadProgress = { loaded: number; total: number };

export type OfflineContent = {
  dialogues: readonly OfflineDialogue[];
  /** Returns a segment's original. `dialogue` and `segment` count from 0. */
  audioOf: (dialogue: number, segment: number) => EncodedAudio | null;
};

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
 * The downloaded dialogues can be played without a network or a plan.
 * @throws {ContentError} also ApiError, and errors of the browser, such as QuotaExceededError
 */
export async function downloadDialogues(
  key: OfflineKey,
  wanted: readonly DialogueToDownload[],
  { signal, onProgress }: Options,
) {
  onProgress({ loaded: 0, total: 0 });
  const dialogues = await Promise.all(wanted.map(fetchOfflineDialogue));
  const recordings = dialogues.flatMap(audioFilesOf);
  let loaded = 0;
  await downloadInParallel(recordings, signal, async ({ dialogue, segment, path }, either) => {
    const sound = await audioFiles.load(path, { signal: either, priority: "high" }).checked;
    either.throwIfAborted();
    await offlineStore.putSound(key, dialogue, segment, sound);
    loaded += 1;
    onProgress({ loaded, total: recordings.length });
  });
  await offlineStore.putDialogues(key, dialogues);
}

/** Rejects if the browser blocks storage. */
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

/** `kept` is the name of a set that stays. */
export async function evictOfflineContent(userId: string, kept?: string): Promise<void> {
  await offlineStore.clear(userId, kept).catch(() => undefined);
}

export function clearOfflineContent(userId: string): Promise<void> {
  return evictOfflineContent(userId);
}
