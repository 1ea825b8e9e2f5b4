import type { TakeRef } from "../../../../../domain/practice/practice.ts";
import type { Sound } from "../../../audio/player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import type { Stored } from "./take-database.ts";
import { TakeStoreError, type TakeStoreErrorCode } from "./take-database.ts";
import type { FinishedTake, TakeJournal } from "./take-journal.ts";

/** A finished take that the store refused; it is there until the page is closed. */
export type HeldTake = {
  ref: TakeRef;
  reason: TakeStoreErrorCode;
  journal: TakeJournal;
  take: FinishedTake;
};

export type HeldTakes = {
  all: Observable<readonly HeldTake[]>;
  get: (number: number) => HeldTake | undefined;
  /** The file of one of them; null if there is none. */
  sound: (number: number) => Sound | null;
  add: (journal: TakeJournal, take: FinishedTake, facts: { now: number; cause: unknown }) => HeldTake;
  remove: (number: number) => void;
  /** Tries again to store them all; `onStored` is told of each that now is. */
  retry: (onStored: (held: HeldTake, stored: Stored) => void) => Promise<void>;
  /** Leaves to the next visit what was noted of them. */
  dispose: () => void;
};

/** Takes that the store refuses are numbered from here, where its own numbers never come. */
const firstNumber = 2 ** 40;

/** Opens an empty set of takes that could not be stored. */
export function openHeldTakes(): HeldTakes {
  const all = createObservable<readonly HeldTake[]>([]);
  let next = firstNumber;
  let retrying: Promise<void> | undefined;
  const get = (wanted: number) => all.get().find(({ ref }) => ref.number === wanted);
  const without = (number: number) => all.get().filter(({ ref }) => ref.number !== number);

  const tryAll = async (onStored: (held: HeldTake, stored: Stored) => void) => {
    for (const held of all.get()) {
      const stored = await held.journal.finish(held.take).catch(() => null);
      // Deleted meanwhile, it is not to come back; the next look at the store finds it and so can the learner.
      if (!stored || !get(held.ref.number)) continue;
      all.set(without(held.ref.number));
      onStored(held, stored);
    }
  };

  return {
    all,
    get,
    sound: (number) => {
      const data = get(number)?.take.wav;
      return data ? { data, type: "audio/wav" } : null;
    },
    add: (journal, take, { now, cause }) => {
      const { durationSeconds, interrupted, gaps = [] } = take;
      const facts = { durationSeconds, interrupted, ...(gaps.length > 0 && { gaps }) };
      const ref = { number: next, attempt: journal.attempt, recordedAt: now, ...facts };
      next += 1;
      const reason = cause instanceof TakeStoreError ? cause.code : "unavailable";
      const held = { ref, reason, journal, take };
      all.set([...all.get(), held]);
      return held;
    },
    remove: (number) => {
      void get(number)?.journal.discard();
      all.set(without(number));
    },
    retry: (onStored) => {
      retrying ??= tryAll(onStored).finally(() => {
        retrying = undefined;
      });
      return retrying;
    },
    dispose: () => {
      for (const { journal } of all.get()) journal.release();
      all.set([]);
    },
  };
}
