import type { TakeRef } from "../../../../../domain/practice/practice.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import type { Sound } from "../../../audio/player.ts";
import { takeSampleRate } from "../../../audio/wav.ts";
import type { Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import { type HeldTake, openHeldTakes } from "../../recording/store/held-takes.ts";
import { announceTakes, createLearnerTakes, hearTakes } from "../../recording/store/learner-takes.ts";
import type { NamedSegment, TakeRecord } from "../../recording/store/take-database.ts";
import { type FinishedTake, openJournal, type TakeJournal } from "../../recording/store/take-journal.ts";
import { createTakeStore } from "../../recording/store/take-store.ts";

/** A finished take of a mock exam. */
export type MockTake = Pick<TakeRef, "number" | "interrupted" | "recordedAt"> & {
  attemptId: string;
  /** Positions in the mock, from 0. */
  dialogue: number;
  segment: number;
  /** Counts from 1 within its segment: one more with each repeat. The last counts, and those before it are kept. */
  turn: number;
  seconds: number;
  gaps: NonNullable<TakeRef["gaps"]>;
  bytes: number;
  /** False for one that the browser refused to store: it is there until the page is closed. */
  isStored: boolean;
};

/** Where a take of a mock belongs, and of which dialogue it is. */
export type MockSegment = Dialogue & {
  attemptId: string;
  title: string;
  /** Positions in the mock, from 0. */
  dialogue: number;
  segment: number;
};

// Why a room of their own, without a cap: docs/decisions/0048-learners-delete-recordings.md
const store = createTakeStore(() => serverNow().getTime(), {
  database: stored.mockTakes,
  capBytes: Number.POSITIVE_INFINITY,
});
const learnerTakes = createLearnerTakes(store);
const held = openHeldTakes();

type Facts = Pick<TakeRecord, "segmentIndex" | "mock"> & TakeRef & { bytes: number };

function toMockTake({ mock, ...take }: Facts, isStored: boolean): MockTake[] {
  if (!mock) return [];
  const { number, recordedAt, interrupted, gaps = [], bytes } = take;
  const facts = { number, recordedAt, interrupted, gaps, bytes, isStored };
  return [{ ...facts, ...mock, segment: take.segmentIndex, turn: take.attempt, seconds: take.durationSeconds }];
}

function ofHeld({ ref, journal, take }: HeldTake): Facts & { userId: string } {
  return { ...ref, ...journal.segment, bytes: take.wav.byteLength };
}

const inOrder = (one: MockTake, other: MockTake) =>
  one.dialogue - other.dialogue || one.segment - other.segment || one.turn - other.turn || one.number - other.number;

/**
 * What a learner has said in mock exams on this device, what broke off in a crash too, in the order of each mock.
 * @throws {TakeStoreError}
 */
export async function allMockTakes(userId: string): Promise<readonly MockTake[]> {
  const { finished } = await learnerTakes.read(userId);
  const unstored = held.all
    .get()
    .map(ofHeld)
    .filter((take) => take.userId === userId);
  const takes = [
    ...finished.flatMap((take) => toMockTake(take, true)),
    ...unstored.flatMap((take) => toMockTake(take, false)),
  ];
  return takes.toSorted(inOrder);
}

/** Whether this browser stores recordings of mock exams: writes an empty one and removes it again. */
export async function canStoreMockTakes(userId: string): Promise<boolean> {
  const empty = { userId, language: "english", scenarioId: "empty", title: "", segmentIndex: 0 } as const;
  const lock = `parlance-empty-${crypto.randomUUID()}`;
  try {
    await store.remove(await store.begin(empty, { attempt: 1, sampleRate: takeSampleRate, lock }));
    return true;
  } catch {
    return false;
  }
}

/**
 * How many recordings of mock exams are unfinished. After `allMockTakes` those are the ones that a tab is still recording.
 * @throws {TakeStoreError}
 */
export async function countUnfinishedMockTakes(userId: string): Promise<number> {
  return (await store.listAll(userId)).filter(({ unfinished }) => unfinished).length;
}

/** What was said in one mock, on this device. @throws {TakeStoreError} */
export async function mockTakes(userId: string, attemptId: string): Promise<readonly MockTake[]> {
  return (await allMockTakes(userId)).filter((take) => take.attemptId === attemptId);
}

/** The takes that count: the last of each segment. */
export function countingTakes(takes: readonly MockTake[]): readonly MockTake[] {
  const last = new Map(takes.toSorted(inOrder).map((take) => [`${take.dialogue} ${take.segment}`, take]));
  return [...last.values()];
}

/** The file of a take of a mock; null if it is there no more. */
export async function mockTakeFile(number: number): Promise<Sound | null> {
  return held.sound(number) ?? learnerTakes.sound(number);
}

/** Removes what was said in one mock. @throws {TakeStoreError} */
export async function removeMockTakes(userId: string, attemptId: string): Promise<void> {
  const takes = await mockTakes(userId, attemptId);
  for (const { number, isStored } of takes) if (!isStored) held.remove(number);
  await learnerTakes.remove(
    userId,
    takes.flatMap(({ number, isStored }) => (isStored ? number : [])),
  );
}

/** Removes what a learner has said in all mocks. */
export async function clearMockTakes(userId: string): Promise<void> {
  for (const { ref, journal } of held.all.get()) if (journal.segment.userId === userId) held.remove(ref.number);
  await learnerTakes.clear(userId);
}

/** Calls `listener` when a learner's takes on this device may have changed, until the function given back is called. */
export const hearMockTakes = hearTakes;

/** What was said in mocks and could not be stored; it is there until the page is closed. */
export const unstoredMockTakes: Observable<readonly HeldTake[]> = held.all;

/** Tries again to store what could not be stored. */
export function storeHeldMockTakes(): Promise<void> {
  return held.retry(({ journal }) => announceTakes(journal.segment.userId));
}

/** Begins to note what is said in a segment of a mock; `turn` counts from 1, one more with each repeat. */
export function beginMockTake(userId: string, place: MockSegment, turn: number): TakeJournal {
  const { attemptId, dialogue, segment, ...rest } = place;
  const named: NamedSegment = { userId, ...rest, segmentIndex: segment, mock: { attemptId, dialogue } };
  return openJournal({ store, segment: named, attempt: turn });
}

/** Keeps a finished take, whatever the store says. */
export async function keepMockTake(journal: TakeJournal, take: FinishedTake): Promise<MockTake> {
  const { userId } = journal.segment;
  const kept = await journal.finish(take).then(
    ({ record }) => toMockTake(record, true),
    (cause: unknown) => toMockTake(ofHeld(held.add(journal, take, { now: serverNow().getTime(), cause })), false),
  );
  announceTakes(userId);
  const [mine] = kept;
  if (!mine) throw new TypeError("A take of a mock has a place in it");
  return mine;
}

/** Keeps what was noted of a take until now as one that was interrupted; null if that is nothing. */
export async function keepNotedMockTake(journal: TakeJournal): Promise<MockTake | null> {
  const kept = await journal.keepNoted();
  announceTakes(journal.segment.userId);
  return (kept && toMockTake(kept.record, true)[0]) ?? null;
}
