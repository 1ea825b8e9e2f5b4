import type { RecordingRef } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { recordingSampleRate } from "../../../audio/wav.ts";
import type { Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import {
  createLearnerRecordings,
  onRecordingsChanged,
  publishRecordingsChanged,
} from "../../recording/store/learner-recordings.ts";
import {
  type NamedSegment,
  RecordingStoreError,
  type RecordingStoreErrorCode,
  type StoredRecording,
} from "../../recording/store/recording-database.ts";
import {
  createRecordingJournal,
  type RecordedAudio,
  type RecordingJournal,
} from "../../recording/store/recording-journal.ts";
import { createRecordingStore } from "../../recording/store/recording-store.ts";
import { createUnsavedRecordings, type UnsavedRecording } from "../../recording/store/unsaved-recordings.ts";

export type ExamRecording = Pick<RecordingRef, "number" | "interrupted" | "recordedAt"> & {
  attemptId: string;
  /** Position in the exam, from 0. */
  dialogue: number;
  /** Position in the dialogue, from 0. */
  segment: number;
  /** 1 before the first repeat of the segment. */
  attempt: number;
  seconds: number;
  gaps: NonNullable<RecordingRef["gaps"]>;
  bytes: number;
  /** False if the browser refused to store the finished recording. Its whole audio may then be only in memory. */
  isStored: boolean;
};

export type ExamSegmentPosition = DialogueId & {
  attemptId: string;
  title: string;
  dialogue: number;
  segment: number;
};

// Why a separate database without a cap: docs/decisions/0048-learners-delete-recordings.md
const store = createRecordingStore(() => serverNow().getTime(), {
  database: stored.examRecordings,
  capBytes: Number.POSITIVE_INFINITY,
});
const learnerRecordings = createLearnerRecordings(store);
const unsaved = createUnsavedRecordings();

type RecordingFacts = Pick<StoredRecording, "segmentIndex" | "mock"> & RecordingRef & { bytes: number };

function toExamRecording({ mock, ...recording }: RecordingFacts, isStored: boolean): ExamRecording[] {
  if (!mock) return [];
  const { number, recordedAt, interrupted, gaps = [], bytes } = recording;
  const facts = { number, recordedAt, interrupted, gaps, bytes, isStored };
  return [
    {
      ...facts,
      ...mock,
      segment: recording.segmentIndex,
      attempt: recording.attempt,
      seconds: recording.durationSeconds,
    },
  ];
}

function factsOfUnsaved({ ref, journal, recording }: UnsavedRecording): RecordingFacts & { userId: string } {
  return { ...ref, ...journal.segment, bytes: recording.wav.byteLength };
}

const compareByPlace = (one: ExamRecording, other: ExamRecording) =>
  one.dialogue - other.dialogue ||
  one.segment - other.segment ||
  one.attempt - other.attempt ||
  one.number - other.number;

/**
 * Sorts by position in the exam. Recovers recordings that a crash interrupted.
 * @throws {RecordingStoreError}
 */
export async function loadAllExamRecordings(userId: string): Promise<readonly ExamRecording[]> {
  const unstored = unsaved.all
    .get()
    .map(factsOfUnsaved)
    .filter((recording) => recording.userId === userId);
  const { finished } = await learnerRecordings.load(userId).catch((error: unknown) => {
    // The recordings in memory can still be saved to a file.
    if (unstored.length > 0) return { finished: [] };
    throw error;
  });
  const recordings = [
    ...finished.flatMap((recording) => toExamRecording(recording, true)),
    ...unstored.flatMap((recording) => toExamRecording(recording, false)),
  ];
  return recordings.toSorted(compareByPlace);
}

export async function findExamStorageFailure(userId: string): Promise<RecordingStoreErrorCode | null> {
  const empty = { userId, language: "english", scenarioId: "empty", title: "", segmentIndex: 0 } as const;
  const lock = `parlance-empty-${crypto.randomUUID()}`;
  try {
    await store.remove(await store.begin(empty, { attempt: 1, sampleRate: recordingSampleRate, lock }));
    return null;
  } catch (reason) {
    return reason instanceof RecordingStoreError ? reason.code : "unavailable";
  }
}

/**
 * Leaves out recordings in memory, which `loadAllExamRecordings` returns. Call that function first, because it finishes
 * recordings that a crash interrupted.
 * @throws {RecordingStoreError}
 */
export async function countUnfinishedExamRecordings(userId: string): Promise<number> {
  const locksInMemory = new Set(unsaved.all.get().map(({ journal }) => journal.lock));
  const all = await store.listAll(userId);
  return all.filter(({ unfinished }) => unfinished && !locksInMemory.has(unfinished.lock)).length;
}

/** @throws {RecordingStoreError} */
export async function loadExamRecordings(userId: string, attemptId: string): Promise<readonly ExamRecording[]> {
  return (await loadAllExamRecordings(userId)).filter((recording) => recording.attemptId === attemptId);
}

/**
 * Returns the last recording of each segment, because only that one is marked.
 * @param recordings of one exam attempt
 */
export function latestExamRecordings(recordings: readonly ExamRecording[]): readonly ExamRecording[] {
  const last = new Map(
    recordings.toSorted(compareByPlace).map((recording) => [`${recording.dialogue} ${recording.segment}`, recording]),
  );
  return [...last.values()];
}

export async function loadExamRecordingFile(number: number): Promise<EncodedAudio | null> {
  return unsaved.getAudio(number) ?? learnerRecordings.loadAudio(number);
}

/** @throws {RecordingStoreError} */
export async function removeExamRecordings(userId: string, attemptId: string): Promise<void> {
  const recordings = await loadExamRecordings(userId, attemptId);
  for (const { number, isStored } of recordings) if (!isStored) await unsaved.remove(number);
  await learnerRecordings.remove(
    userId,
    recordings.flatMap(({ number, isStored }) => (isStored ? number : [])),
  );
}

export async function clearExamRecordings(userId: string): Promise<void> {
  for (const { ref, journal } of unsaved.all.get()) {
    if (journal.segment.userId === userId) await unsaved.remove(ref.number);
  }
  await learnerRecordings.clear(userId);
}

export const onExamRecordingsChanged = onRecordingsChanged;

export const unsavedExamRecordings: Observable<readonly UnsavedRecording[]> = unsaved.all;

/** Recordings that the browser refuses again remain in memory. */
export function retryUnsavedExamRecordings(): Promise<void> {
  return unsaved.retry(({ journal }) => publishRecordingsChanged(journal.segment.userId));
}

/** @param turn counts from 1 within the segment */
export function createExamRecordingJournal(userId: string, place: ExamSegmentPosition, turn: number): RecordingJournal {
  const { attemptId, dialogue, segment, ...rest } = place;
  const named: NamedSegment = { userId, ...rest, segmentIndex: segment, mock: { attemptId, dialogue } };
  return createRecordingJournal({ store, segment: named, attempt: turn });
}

/** Keeps the recording in memory if the store refuses it. After a success, retries earlier recordings in memory. */
export async function saveExamRecording(journal: RecordingJournal, recording: RecordedAudio): Promise<ExamRecording> {
  const { userId } = journal.segment;
  const kept = await journal.finish(recording).then(
    ({ record }) => toExamRecording(record, true),
    (cause: unknown) =>
      toExamRecording(factsOfUnsaved(unsaved.add(journal, recording, { now: serverNow().getTime(), cause })), false),
  );
  publishRecordingsChanged(userId);
  const [mine] = kept;
  if (mine?.isStored) void retryUnsavedExamRecordings();
  if (!mine) throw new TypeError("A recording of an exam has a place in the exam");
  return mine;
}

/** Saves the audio in the journal as an interrupted recording. */
export async function savePartialExamRecording(journal: RecordingJournal): Promise<ExamRecording | null> {
  const kept = await journal.savePartial();
  publishRecordingsChanged(journal.segment.userId);
  return (kept && toExamRecording(kept.record, true)[0]) ?? null;
}
