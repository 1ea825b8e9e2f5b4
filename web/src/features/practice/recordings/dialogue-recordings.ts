import * as z from "zod/mini";
import type { Practice, PracticeEvent, RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { computeWaveformData, recordingPeakCount } from "../../../audio/peaks.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import {
  createLearnerRecordings,
  onRecordingsChanged,
  publishRecordingsChanged,
  recoverUnfinished,
} from "../../recording/store/learner-recordings.ts";
import type { RecordingStoreErrorCode, SaveResult, StoredRecording } from "../../recording/store/recording-database.ts";
import { sumBytes } from "../../recording/store/recording-eviction.ts";
import {
  createRecordingJournal,
  type RecordedAudio,
  type RecordingJournal,
} from "../../recording/store/recording-journal.ts";
import { createRecordingStore } from "../../recording/store/recording-store.ts";
import { createUnsavedRecordings, type UnsavedRecording } from "../../recording/store/unsaved-recordings.ts";
import { listHeldLocks } from "../../recording/store/web-locks.ts";
import { practiceStorage } from "./practice-storage.ts";

const LeavingChoice = z.enum(["ask", "keep", "remove"]);
export type LeavingChoice = z.infer<typeof LeavingChoice>;

export const leavingChoice = createLocalPreference(stored.recordingsOnLeaving, LeavingChoice, "ask");

export type SaveOutcome =
  | { kind: "stored"; recording: RecordingRef }
  | { kind: "unsaved"; recording: RecordingRef; reason: RecordingStoreErrorCode };

/**
 * `all` and `here` include unfinished recordings that wait for recovery. `bytes` is the size of all stored recordings,
 * unfinished ones included.
 */
export type RecordingCount = { all: number; here: number; bytes: number };

export type DialogueRecordings = {
  /** Also recovers this dialogue's recordings that a crash interrupted. */
  restore: () => Promise<void>;
  /** Settles after `restore` and the latest refresh of `count`. */
  whenCounted: () => Promise<void>;
  /** `index` counts segments from 0. */
  startJournal: (index: number, attempt: number) => RecordingJournal;
  /** Keeps the recording in memory if the store refuses. */
  save: (journal: RecordingJournal, recording: RecordedAudio) => Promise<SaveOutcome>;
  saveInterrupted: (journal: RecordingJournal) => Promise<void>;
  /** Resolves to null if the audio cannot be read. */
  loadAudio: (number: number) => Promise<EncodedAudio | null>;
  /** Peaks are from 0 to 1. */
  loadPeaks: (number: number) => Promise<Float32Array | null>;
  /** Reports a failure in a message. */
  remove: (index: number, number: number) => Promise<void>;
  unsaved: Observable<readonly UnsavedRecording[]>;
  count: Observable<RecordingCount>;
  dispose: () => void;
};

const store = createRecordingStore(() => serverNow().getTime(), practiceStorage);
const learnerRecordings = createLearnerRecordings(store);

/** Resolves to false if the browser could not delete the recordings. */
export async function clearDialogueRecordings(userId: string, dialogue: DialogueId): Promise<boolean> {
  const isCleared = await store.clearDialogue(userId, dialogue).then(
    () => true,
    () => false,
  );
  publishRecordingsChanged(userId);
  return isCleared;
}

export const clearLearnerRecordings = learnerRecordings.clear;

/** @throws {RecordingStoreError} */
export async function listLearnerRecordings(userId: string): Promise<readonly StoredRecording[]> {
  return (await store.listAll(userId)).filter(({ unfinished }) => !unfinished);
}

/** `unfinished` counts the recordings that an open tab has not saved yet. */
export type PracticeRecordings = { finished: readonly StoredRecording[]; unfinished: number };

/** Also recovers recordings that a crash interrupted. @throws {RecordingStoreError} */
export async function loadPracticeRecordings(userId: string): Promise<PracticeRecordings> {
  const { evicted, ...there } = await learnerRecordings.load(userId);
  if (evicted.length > 0) showToast(messages.recordingsRemoved(evicted.length));
  return there;
}

/** @throws {RecordingStoreError} */
export const removeRecordings = learnerRecordings.remove;

export const loadRecordingAudio = learnerRecordings.loadAudio;

function toRef({ number, attempt, recordedAt, durationSeconds, interrupted, gaps = [] }: RecordingRef): RecordingRef {
  return { number, attempt, recordedAt, durationSeconds, interrupted, ...(gaps.length > 0 && { gaps }) };
}

export type DialogueRecordingsOptions = {
  userId: string;
  dialogue: DialogueId;
  title: string;
  practice: () => Practice;
  send: (event: PracticeEvent) => void;
};

/** Sends changes as practice events, including changes in other tabs. */
export function createDialogueRecordings({
  userId,
  dialogue,
  title,
  practice,
  send,
}: DialogueRecordingsOptions): DialogueRecordings {
  const unsaved = createUnsavedRecordings();
  const count = createObservable<RecordingCount>({ all: 0, here: 0, bytes: 0 });
  const restored = Promise.withResolvers<void>();
  let isOver = false;

  const refresh = async () => {
    const before = practice().segments;
    const [records, all] = await Promise.all([store.list(userId, dialogue), store.listAll(userId)]);
    if (isOver) return;
    const locks = await listHeldLocks();
    const there = all.filter(({ unfinished }) => !unfinished || !locks.has(unfinished.lock));
    const here = there.filter(
      (recording) => recording.scenarioId === dialogue.scenarioId && recording.language === dialogue.language,
    );
    if (isOver) return;
    count.set({ all: there.length, here: here.length, bytes: sumBytes(all) });
    const finished = records.filter(({ unfinished }) => !unfinished);
    for (const [index, { recordings }] of before.entries()) {
      const stored = finished.filter(({ segmentIndex }) => segmentIndex === index);
      for (const { number } of recordings) {
        const isThere = unsaved.get(number) !== undefined || stored.some((record) => record.number === number);
        if (!isThere) send({ type: "recording-removed", index, number });
      }
      if (stored.length > 0) send({ type: "recordings-found", index, recordings: stored.map(toRef) });
    }
  };
  let refreshed: Promise<void> = Promise.resolve();
  // Waits for the previous refresh, so that the newest list is sent last. If a list cannot be read, the previous list
  // stays.
  const tryRefresh = () => {
    refreshed = refreshed.then(refresh).catch(() => undefined);
    return refreshed;
  };
  const storeUnsaved = () =>
    unsaved.retry(({ journal, ref }, stored) => {
      send({
        type: "recording-stored",
        index: journal.segment.segmentIndex,
        former: ref.number,
        recording: toRef(stored.record),
      });
      showToast(messages.recordingStored);
      tellStored(stored);
    });
  // Tries to store unsaved recordings after each change, because the change may be a deletion that made space.
  const stopHearing = onRecordingsChanged(userId, () => void storeUnsaved().then(tryRefresh));

  const tellStored = ({ evicted }: SaveResult) => {
    if (evicted.length > 0) showToast(messages.recordingsRemoved(evicted.length));
    publishRecordingsChanged(userId);
    void tryRefresh();
  };

  const recoverAll = async () => {
    await recoverUnfinished(store, await store.list(userId, dialogue), (recovered) => {
      showToast(messages.recordingRecovered);
      tellStored(recovered);
    });
  };

  const sound = async (number: number) => unsaved.getAudio(number) ?? learnerRecordings.loadAudio(number);

  return {
    unsaved: unsaved.all,
    count,
    whenCounted: () => restored.promise.then(() => refreshed),
    restore: async () => {
      await recoverAll().catch(() => undefined);
      await tryRefresh();
      restored.resolve();
    },
    startJournal: (segmentIndex, attempt) =>
      createRecordingJournal({ store, segment: { userId, ...dialogue, title, segmentIndex }, attempt }),
    save: async (journal, recording) => {
      try {
        const stored = await journal.finish(recording);
        tellStored(stored);
        return { kind: "stored", recording: toRef(stored.record) };
      } catch (cause) {
        const { ref, reason } = unsaved.add(journal, recording, { now: serverNow().getTime(), cause });
        void tryRefresh();
        return { kind: "unsaved", recording: ref, reason };
      }
    },
    saveInterrupted: async (journal) => {
      const stored = await journal.savePartial();
      if (stored) tellStored(stored);
    },
    loadAudio: sound,
    loadPeaks: async (number) => {
      const found = await sound(number);
      if (!found) return null;
      return computeWaveformData(found.data, recordingPeakCount).then(
        ({ peaks }) => peaks,
        () => null,
      );
    },
    remove: async (index, number) => {
      try {
        await (unsaved.get(number) ? unsaved.remove(number) : store.remove(number));
      } catch {
        showToast(messages.recordingsNotDeleted(1));
        return;
      }
      send({ type: "recording-removed", index, number });
      publishRecordingsChanged(userId);
      await tryRefresh();
    },
    dispose: () => {
      isOver = true;
      stopHearing();
      unsaved.dispose();
    },
  };
}
