import type { LanguageName } from "../../../../domain/content/language.ts";
import { audioPaths, type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import { metadataPath, scenarioFolder, type TopicId } from "../../../../domain/content/scenario.ts";
import type { Sound } from "../../audio/player.ts";
import { ContentError, fetchMetadata } from "./content.ts";
import { type HeldDialogue, type HeldKey, heldStore } from "./internal/held-store.ts";
import { sounds } from "./sounds.ts";

/** A dialogue that is to be held, as its topic lists it. */
export type WantedDialogue = { language: LanguageName; topicId: TopicId; listed: HeldDialogue["listed"] };

/** How many of the recordings that are wanted are there; `all` is 0 until that is known. */
export type HoldingProgress = { there: number; all: number };

/** Dialogues that are wholly on this device, and now in memory. */
export type HeldContent = {
  dialogues: readonly HeldDialogue[];
  /** What is heard of a segment, by positions from 0. */
  soundOf: (dialogue: number, segment: number) => Sound | null;
};

/** How many recordings are fetched side by side. */
const sideBySide = 3;

type Wanted = { dialogue: number; segment: number; path: string };

async function withSegments(wanted: WantedDialogue): Promise<HeldDialogue> {
  const path = metadataPath(scenarioFolder(wanted.language, wanted.listed.id));
  const segments = await fetchMetadata(path, SegmentList);
  if (segments.length === 0) throw new ContentError("malformed", `${path} has no segments`);
  return { ...wanted, segments };
}

function recordingsOf({ language, listed, segments }: HeldDialogue, dialogue: number): Wanted[] {
  const folder = scenarioFolder(language, listed.id);
  const pathOf = (segment: Segment) => audioPaths(folder, segment).original;
  return segments.map((each, segment) => ({ dialogue, segment, path: pathOf(each) }));
}

type Options = { signal: AbortSignal; onProgress: (progress: HoldingProgress) => void };

/**
 * Brings dialogues wholly onto this device, under a name, where they are heard whatever becomes of the network or of the
 * plan by which they were had, until they are let go.
 * @throws {ContentError} ApiError, and what the browser says that stores nothing
 */
export async function holdDialogues(key: HeldKey, wanted: readonly WantedDialogue[], { signal, onProgress }: Options) {
  onProgress({ there: 0, all: 0 });
  const dialogues = await Promise.all(wanted.map(withSegments));
  const recordings = dialogues.flatMap(recordingsOf);
  const waiting = recordings.values();
  let there = 0;
  const bringOn = async () => {
    for (const { dialogue, segment, path } of waiting) {
      const sound = await sounds.load(path, { signal, priority: "high" }).checked;
      await heldStore.putSound(key, dialogue, segment, sound);
      there += 1;
      onProgress({ there, all: recordings.length });
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, bringOn));
  signal.throwIfAborted();
  await heldStore.putDialogues(key, dialogues);
}

/** What is held under a name; null if that is not whole. Rejects where the browser stores nothing. */
export async function heldContent(key: HeldKey): Promise<HeldContent | null> {
  const dialogues = await heldStore.dialogues(key);
  if (!dialogues) return null;
  const there = await Promise.all(
    dialogues.map(({ segments }, dialogue) =>
      Promise.all(segments.map((_, segment) => heldStore.sound(key, dialogue, segment))),
    ),
  );
  if (there.some((found) => found.includes(null))) return null;
  return { dialogues, soundOf: (dialogue, segment) => there[dialogue]?.[segment] ?? null };
}

/** Lets go of what a learner holds, but what has the name `kept`. */
export async function letGoOfHeld(userId: string, kept?: string): Promise<void> {
  await heldStore.clear(userId, kept).catch(() => undefined);
}

/** Removes all that a learner holds. */
export function clearHeld(userId: string): Promise<void> {
  return letGoOfHeld(userId);
}
