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
import type { NamedSegment, StoredRecording } from "../../recording/store/recording-database.ts";
import {
  createRecordingJournal,
  type RecordedAudio,
  type RecordingJournal,
} from "../../recording/store/recording-journal.ts";
import { createRecordingStore } from "../../recording/store/recording-store.ts";
import { createUnsavedRecordings, type UnsavedRecording } from "../../recording/store/unsaved-recordings.ts";

/** A finished take of a mock exam. */
export type ExamRecording = Pick<RecordingRef, "number" | "interrupted" | "recordedAt"> & {
  attemptId: string;
  /** Positions in the mock, from 0. */
  dialogue: number;
  segment: number;
  /** Counts from 1 within its segment: one more with each repeat. The last counts, and those before it are kept. */
  attempt: number;
  seconds: number;
  gaps: NonNullable<RecordingRef["gaps"]>;
  bytes: number;
  /** False for one that the browser refused to store: it is there until the page is closed. */
  isStored: boolean;
};

/** Where a take of a mock belongs, and of which dialogue it is. */
export type ExamSegmentPosition = DialogueId & {
  attemptId: string;
  title: string;
  /** Positions in the mock, from 0. */
  dialogue: number;
  segment: number;
};

// Why a room of their own, without a cap: docs/decisions/0048-learners-delete-recordings.md
const store = createRecordingStore(() => serverNow().getTime(), {
  database: stored.examRecordings,
  capBytes: Number.POSITIVE_INFINITY,
});
const learnerRecordings = createLearnerRecordings(store);
const unsaved = createUnsavedRecordings();

type RecordingFacts = Pick<StoredRecording, "segmentIndex" | "mock"> & RecordingRef & { bytes: number };

function toExamRecording({ mock, ...take }: RecordingFacts, isStored: boolean): ExamRecording[] {
  if (!mock) return [];
  const { number, recordedAt, interrupted, gaps = [], bytes } = take;
  const facts = { number, recordedAt, interrupted, gaps, bytes, isStored };
  return [{ ...facts, ...mock, segment: take.segmentIndex, attempt: take.attempt, seconds: take.durationSeconds }];
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
 * What a learner has said in mock exams on this device, what broke off in a crash too, in the order of each mock.
 * @throws {TakeStoreError}
 */
export async function loadAllExamRecordings(userId: string): Promise<readonly ExamRecording[]> {
  const { finished } = await learnerRecordings.load(userId);
  const unstored = unsaved.all
    .get()
    .map(factsOfUnsaved)
    .filter((take) => take.userId === userId);
  const takes = [
    ...finished.flatMap((take) => toExamRecording(take, true)),
    ...unstored.flatMap((take) => toExamRecording(take, false)),
  ];
  return takes.toSorted(compareByPlace);
}

/** Whether this browser stores recordings of mock exams: writes an empty one and removes it again. */
export async function canStoreExamRecordings(userId: string): Promise<boolean> {
  const empty = { userId, language: "english", scenarioId: "empty", title: "", segmentIndex: 0 } as const;
  const lock = `parlance-empty-${crypto.randomUUID()}`;
  try {
    await store.remove(await store.begin(empty, { attempt: 1, sampleRate: recordingSampleRate, lock }));
    return true;
  } catch {
    return false;
  }
}

/**
 * How many recordings of mock exams are unfinished. After `allMockTakes` those are the ones that a tab is still recording.
 * @throws {TakeStoreError}
 */
export async function countUnfinishedExamRecordings(userId: string): Promise<number> {
  return (await store.listAll(userId)).filter(({ unfinished }) => unfinished).length;
}

/** What was said in one mock, on this device. @throws {TakeStoreError} */
export async function loadExamRecordings(userId: string, attemptId: string): Promise<readonly ExamRecording[]> {
  return (await loadAllExamRecordings(userId)).filter((take) => take.attemptId === attemptId);
}

/** The takes that count: the last of each segment. */
export function latestExamRecordings(takes: readonly ExamRecording[]): readonly ExamRecording[] {
  const last = new Map(takes.toSorted(compareByPlace).map((take) => [`${take.dialogue} ${take.segment}`, take]));
  return [...last.values()];
}

/** The file of a take of a mock; null if it is there no more. */
export async function loadExamRecordingFile(number: number): Promise<EncodedAudio | null> {
  return unsaved.getAudio(number) ?? learnerRecordings.loadAudio(number);
}

/** Removes what was said in one mock. @throws {TakeStoreError} */
export async function removeExamRecordings(userId: string, attemptId: string): Promise<void> {
  const takes = await loadExamRecordings(userId, attemptId);
  for (const { number, isStored } of takes) if (!isStored) unsaved.remove(number);
  await learnerRecordings.remove(
    userId,
    takes.flatMap(({ number, isStored }) => (isStored ? number : [])),
  );
}

/** Removes what a learner has said in all mocks. */
export async function clearExamRecordings(userId: string): Promise<void> {
  for (const { ref, journal } of unsaved.all.get()) if (journal.segment.userId === userId) unsaved.remove(ref.number);
  await learnerRecordings.clear(userId);
}

/** Calls `listener` when a learner's takes on this device may have changed, until the function given back is called. */
export const onExamRecordingsChanged = onRecordingsChanged;

/** What was said in mocks and could not be stored; it is there until the page is closed. */
export const unsavedExamRecordings: Observable<readonly UnsavedRecording[]> = unsaved.all;

/** Tries again to store what could not be stored. */
export function retryUnsavedExamRecordings(): Promise<void> {
  return unsaved.retry(({ journal }) => publishRecordingsChanged(journal.segment.userId));
}

/** Begins to note what is said in a segment of a mock; `turn` counts from 1, one more with each repeat. */
export function createExamRecordingJournal(userId: string, place: ExamSegmentPosition, turn: number): RecordingJournal {
  const { attemptId, dialogue, segment, ...rest } = place;
  const named: NamedSegment = { userId, ...rest, segmentIndex: segment, mock: { attemptId, dialogue } };
  return createRecordingJournal({ store, segment: named, attempt: turn });
}

/** Keeps a finished take, whatever the store says. */
export async function saveExamRecording(journal: RecordingJournal, take: RecordedAudio): Promise<ExamRecording> {
  const { userId } = journal.segment;
  const kept = await journal.finish(take).then(
    ({ record }) => toExamRecording(record, true),
    (cause: unknown) =>
      toExamRecording(factsOfUnsaved(unsaved.add(journal, take, { now: serverNow().getTime(), cause })), false),
  );
  publishRecordingsChanged(userId);
  const [mine] = kept;
  if (!mine) throw new TypeError("A take of a mock has a place in it");
  return mine;
}

/** Keeps what was noted of a take until now as one that was interrupted; null if that is nothing. */
export async function savePartialExamRecording(journal: RecordingJournal): Promise<ExamRecording | null> {
  const kept = await journal.savePartial();
  publishRecordingsChanged(journal.segment.userId);
  return (kept && toExamRecording(kept.record, true)[0]) ?? null;
}
