import type { RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import type { SaveResult } from "./recording-database.ts";
import { RecordingStoreError, type RecordingStoreErrorCode } from "./recording-database.ts";
import type { RecordedAudio, RecordingJournal } from "./recording-journal.ts";

/** A finished recording that the store refused. Its whole audio may be only in memory. */
export type UnsavedRecording = {
  ref: RecordingRef;
  reason: RecordingStoreErrorCode;
  journal: RecordingJournal;
  recording: RecordedAudio;
};

export type UnsavedRecordings = {
  all: Observable<readonly UnsavedRecording[]>;
  get: (number: number) => UnsavedRecording | undefined;
  getAudio: (number: number) => EncodedAudio | null;
  add: (
    journal: RecordingJournal,
    recording: RecordedAudio,
    facts: { now: number; cause: unknown },
  ) => UnsavedRecording;
  /** Also deletes what the store has of the recording. */
  remove: (number: number) => Promise<void>;
  /** While a retry is running, another call returns the same promise and ignores its `onStored`. */
  retry: (onStored: (unsaved: UnsavedRecording, stored: SaveResult) => void) => Promise<void>;
  /** Releases the locks, so that the stored chunks can be recovered. */
  dispose: () => void;
};

/** Higher than any number that the store itself assigns. */
const firstUnsavedNumber = 2 ** 40;

export function createUnsavedRecordings(): UnsavedRecordings {
  const all = createObservable<readonly UnsavedRecording[]>([]);
  let next = firstUnsavedNumber;
  let retrying: Promise<void> | undefined;
  const get = (wanted: number) => all.get().find(({ ref }) => ref.number === wanted);
  const without = (number: number) => all.get().filter(({ ref }) => ref.number !== number);

  const tryAll = async (onStored: (unsaved: UnsavedRecording, stored: SaveResult) => void) => {
    for (const unsaved of all.get()) {
      const stored = await unsaved.journal.finish(unsaved.recording).catch(() => null);
      // The learner may have deleted the recording meanwhile.
      if (!stored || !get(unsaved.ref.number)) continue;
      all.set(without(unsaved.ref.number));
      onStored(unsaved, stored);
    }
  };

  return {
    all,
    get,
    getAudio: (number) => {
      const data = get(number)?.recording.wav;
      return data ? { data, type: "audio/wav" } : null;
    },
    add: (journal, recording, { now, cause }) => {
      const { durationSeconds, interrupted, gaps = [] } = recording;
      const facts = { durationSeconds, interrupted, ...(gaps.length > 0 && { gaps }) };
      const ref = { number: next, attempt: journal.attempt, recordedAt: now, ...facts };
      next += 1;
      const reason = cause instanceof RecordingStoreError ? cause.code : "unavailable";
      const unsaved = { ref, reason, journal, recording: recording };
      all.set([...all.get(), unsaved]);
      return unsaved;
    },
    remove: async (number) => {
      const removed = get(number);
      all.set(without(number));
      await removed?.journal.discard();
    },
    retry: (onStored) => {
      retrying ??= tryAll(onStored).finally(() => {
        retrying = undefined;
      });
      return retrying;
    },
    dispose: () => {
      for (const { journal } of all.get()) journal.releaseLock();
      all.set([]);
    },
  };
}
