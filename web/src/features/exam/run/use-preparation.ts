import { useCallback, useEffect, useState } from "react";
import type { Segment } from "../../../../../domain/content/pack.ts";
import { ApiError } from "../../../api.ts";
import { takeSampleRate } from "../../../audio/wav.ts";
import { ContentError } from "../../content/content.ts";
import {
  type HeldContent,
  type HoldingProgress,
  heldContent,
  holdDialogues,
  type WantedDialogue,
} from "../../content/held-content.ts";
import { canStoreMockTakes } from "../takes/mock-takes.ts";

/** Assumed speed in words a second, for packs without durations. */
const wordsASecond = 2.3;
/** Factor by which an interpretation is longer than the reference. */
const slowness = 1.3;
/** Between the end of a segment and the first word, and between the last word and the next segment. */
const betweenSeconds = 4;
/** To read a briefing, and to breathe between two dialogues. */
const briefingSeconds = 45;

const spokenIn = (text: string) => text.split(/\s+/).length / wordsASecond;

/** Estimates the duration of a mock exam in seconds. */
export function estimateSeconds(dialogues: readonly { segments: readonly Segment[] }[]): number {
  const ofSegment = ({ original_script, translated_script, original_seconds, translated_seconds }: Segment) =>
    (original_seconds ?? spokenIn(original_script)) +
    slowness * (translated_seconds ?? spokenIn(translated_script)) +
    betweenSeconds;
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  return segments.reduce((sum, segment) => sum + ofSegment(segment), dialogues.length * briefingSeconds);
}

/** How far the dialogues of a mock have come onto this device. */
export type Holding =
  | ({ kind: "loading" } & HoldingProgress)
  | { kind: "failed"; reason: string; retry: () => void }
  | { kind: "ready"; held: HeldContent };

/**
 * Whether this browser stores what will be said, has room for it, and keeps it when it is short of space. "refused": it
 * stores nothing.
 */
export type Room = "looking" | "asking" | "kept" | "may-be-removed" | "too-little" | "refused";

function reasonOf(error: unknown): string {
  if (error instanceof ContentError) {
    if (error.reason === "unreachable") return error.message;
    if (error.reason === "premium-required") return "Your plan no longer includes these dialogues.";
    return "A dialogue of this exam is no longer available, or is damaged.";
  }
  if (error instanceof ApiError) return error.message;
  return "This browser does not let Parlance store the dialogues. If this is a private window, use a normal one.";
}

type Wanted = { userId: string; attemptId: string; dialogues: readonly WantedDialogue[] };

/** Brings the dialogues of a mock wholly onto this device. */
export function useHolding({ userId, attemptId, dialogues }: Wanted): Holding {
  const [tries, setTries] = useState(0);
  const [holding, setHolding] = useState<Holding>({ kind: "loading", there: 0, all: 0 });
  const retry = useCallback(() => setTries((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try holds them anew.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const key = { userId, name: attemptId };
    const show = (next: Holding) => signal.aborted || setHolding(next);
    const hold = async () => {
      const known = await heldContent(key);
      if (!known)
        await holdDialogues(key, dialogues, { signal, onProgress: (told) => show({ kind: "loading", ...told }) });
      const held = known ?? (await heldContent(key));
      if (!held) throw new Error("What was stored cannot be read");
      show({ kind: "ready", held });
    };
    hold().catch((error: unknown) => show({ kind: "failed", reason: reasonOf(error), retry }));
    return () => abort.abort();
  }, [userId, attemptId, dialogues, tries, retry]);
  return holding;
}

/** Bytes of a recording of so many seconds: 16 bits a sample. */
const bytesOf = (seconds: number) => seconds * takeSampleRate * 2;

async function findRoom(userId: string, seconds: number): Promise<Room> {
  if (!(await canStoreMockTakes(userId))) return "refused";
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota !== undefined && quota - usage < bytesOf(seconds) ? "too-little" : "asking";
}

/** Asks the browser whether it stores what will be said, has room for so many seconds of it, and will keep it. */
export function useRoom(userId: string, seconds: number): Room {
  const [room, setRoom] = useState<Room>("looking");
  useEffect(() => {
    let isOver = false;
    const show = (found: Room) => isOver || setRoom(found);
    const ask = async () => {
      const found = await findRoom(userId, seconds);
      show(found);
      // Firefox asks the learner, and answers only when they do.
      if (found === "asking") show((await navigator.storage.persist()) ? "kept" : "may-be-removed");
    };
    ask().catch(() => show("may-be-removed"));
    return () => {
      isOver = true;
    };
  }, [userId, seconds]);
  return room;
}
