import { useCallback, useEffect, useState } from "react";
import type { Segment } from "../../../../../domain/content/pack.ts";
import { ApiError } from "../../../api.ts";
import { recordingSampleRate } from "../../../audio/wav.ts";
import { isQuotaExceeded } from "../../../browser/database.ts";
import { ContentError } from "../../content/content.ts";
import { isRemovedBySafari } from "../../content/kept-text.ts";
import {
  type DialogueToDownload,
  type DownloadProgress,
  downloadDialogues,
  loadOfflineContent,
  type OfflineContent,
} from "../../content/offline-content.ts";
import { findExamStorageFailure } from "../recordings/exam-recordings.ts";

/** Assumed speed of speech, for packs without durations. */
const wordsPerSecond = 2.3;
/** Assumed ratio of the length of an interpretation to that of the reference. */
const interpretationFactor = 1.3;
/** The assumed pauses before and after an interpretation. */
const betweenSegmentsSeconds = 4;
/** Assumed time to read a briefing and to rest between two dialogues. */
const briefingSeconds = 45;

const estimateSpeechSeconds = (text: string) => text.split(/\s+/).length / wordsPerSecond;

export function estimateExamSeconds(dialogues: readonly { segments: readonly Segment[] }[]): number {
  const ofSegment = ({ original_script, translated_script, original_seconds, translated_seconds }: Segment) =>
    (original_seconds ?? estimateSpeechSeconds(original_script)) +
    interpretationFactor * (translated_seconds ?? estimateSpeechSeconds(translated_script)) +
    betweenSegmentsSeconds;
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  return segments.reduce((sum, segment) => sum + ofSegment(segment), dialogues.length * briefingSeconds);
}

export type ContentDownload =
  | ({ kind: "loading" } & DownloadProgress)
  | { kind: "failed"; reason: string; retry: () => void }
  | { kind: "ready"; content: OfflineContent };

/** "may-be-removed": the browser may evict recordings. "refused": the browser does not store recordings. */
export type StorageStatus = "looking" | "asking" | "kept" | "may-be-removed" | "too-little" | "refused";

export function downloadFailureText(error: unknown): string {
  if (error instanceof ContentError) {
    if (error.reason === "unreachable" || error.reason === "check-needed") return error.message;
    if (error.reason === "premium-required") return "These dialogues need a paid plan.";
    return "A dialogue of this exam is not available, or is damaged.";
  }
  if (error instanceof ApiError) return error.message;
  if (isQuotaExceeded(error)) {
    return "There is no room for the dialogues. Delete recordings or kept dialogues in Profile, or free up space. Then try again.";
  }
  return "Parlance could not use this browser's storage for the dialogues. Allow site data for Parlance in your browser's settings, or leave the private window. Then try again.";
}

type WantedContent = { userId: string; attemptId: string; dialogues: readonly DialogueToDownload[] };

export function useContentDownload({ userId, attemptId, dialogues }: WantedContent): ContentDownload {
  const [tries, setTries] = useState(0);
  const [holding, setHolding] = useState<ContentDownload>({ kind: "loading", loaded: 0, total: 0 });
  const retry = useCallback(() => setTries((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` restarts the download.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const key = { userId, name: attemptId };
    const show = (next: ContentDownload) => signal.aborted || setHolding(next);
    const hold = async () => {
      const known = await loadOfflineContent(key);
      if (!known)
        await downloadDialogues(key, dialogues, {
          signal,
          onProgress: (progress) => show({ kind: "loading", ...progress }),
        });
      const offlineContent = known ?? (await loadOfflineContent(key));
      if (!offlineContent) throw new Error("What was stored cannot be read");
      show({ kind: "ready", content: offlineContent });
    };
    hold().catch((error: unknown) => show({ kind: "failed", reason: downloadFailureText(error), retry }));
    return () => abort.abort();
  }, [userId, attemptId, dialogues, tries, retry]);
  return holding;
}

/** Each sample has 16 bits. */
const recordingBytes = (seconds: number) => seconds * recordingSampleRate * 2;

async function checkStorage(userId: string, seconds: number): Promise<StorageStatus> {
  const failure = await findExamStorageFailure(userId);
  if (failure !== null) return failure === "quota" ? "too-little" : "refused";
  const { quota, usage = 0 } = await navigator.storage.estimate();
  return quota !== undefined && quota - usage < recordingBytes(seconds) ? "too-little" : "asking";
}

export function useStorageStatus(userId: string, seconds: number): StorageStatus {
  const [room, setRoom] = useState<StorageStatus>("looking");
  useEffect(() => {
    let isOver = false;
    const show = (found: StorageStatus) => isOver || setRoom(found);
    const ask = async () => {
      const found = await checkStorage(userId, seconds);
      show(found);
      // Firefox asks the learner. The promise settles only after the learner's decision.
      if (found === "asking") {
        const isPersistent = await navigator.storage.persist();
        show(isPersistent && !isRemovedBySafari() ? "kept" : "may-be-removed");
      }
    };
    ask().catch(() => show("may-be-removed"));
    return () => {
      isOver = true;
    };
  }, [userId, seconds]);
  return room;
}
