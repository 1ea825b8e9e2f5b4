import * as z from "zod/mini";
import type { Practice, PracticeEvent, TakeRef } from "../../../../../domain/practice/practice.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import { readShape, recordingPeakCount } from "../../../audio/peaks.ts";
import type { Sound } from "../../../audio/player.ts";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { type HeldTake, openHeldTakes } from "../../recording/store/held-takes.ts";
import { announceTakes, createLearnerTakes, hearTakes, recoverBrokenOff } from "../../recording/store/learner-takes.ts";
import { bytesOf } from "../../recording/store/take-cap.ts";
import type { Stored, TakeRecord, TakeStoreErrorCode } from "../../recording/store/take-database.ts";
import { type FinishedTake, openJournal, type TakeJournal } from "../../recording/store/take-journal.ts";
import { heldLocks } from "../../recording/store/take-lock.ts";
import { createTakeStore } from "../../recording/store/take-store.ts";
import { practiceRoom } from "./practice-room.ts";

/** Treatment of recordings when a learner leaves a dialogue. */
const LeavingChoice = z.enum(["ask", "keep", "remove"]);
export type LeavingChoice = z.infer<typeof LeavingChoice>;

/** The learner's choice in this browser. */
export const leavingChoice = openLocalChoice(stored.recordingsOnLeaving, LeavingChoice, "ask");

/** A take was kept: in the store, or because of `reason` only until the page is closed, `notedSeconds` of it longer. */
export type KeepOutcome =
  | { kind: "stored"; take: TakeRef }
  | { kind: "held"; take: TakeRef; reason: TakeStoreErrorCode; notedSeconds: number };

/** How many recordings of the learner this browser holds, of all dialogues and of this one, and their room in bytes. */
export type TakeCount = { all: number; here: number; bytes: number };

/** The learner's takes of one dialogue. */
export type Takes = {
  /** Makes takes of what a crash left unfinished, and tells which takes there are. */
  restore: () => Promise<void>;
  /** Settles when that has been done once, and everything is counted that was kept or removed since. */
  counted: () => Promise<void>;
  /** Begins to note a take of a segment (from 0) while it is recorded. */
  begin: (index: number, attempt: number) => TakeJournal;
  /** Keeps a finished take, whatever the store says. */
  keep: (journal: TakeJournal, take: FinishedTake) => Promise<KeepOutcome>;
  /** Keeps what was noted of a take until now as one that was interrupted. */
  keepNoted: (journal: TakeJournal) => Promise<void>;
  /** The sound of a take; null if it is there no more. */
  sound: (number: number) => Promise<Sound | null>;
  /** The waveform of a take, 0 to 1; null if there is none. */
  peaks: (number: number) => Promise<Float32Array | null>;
  remove: (index: number, number: number) => Promise<void>;
  /** Takes that could not be stored. They are stored by themselves once recordings were deleted. */
  held: Observable<readonly HeldTake[]>;
  /** What there is to lose: finished takes, and those that broke off and wait to be found. */
  count: Observable<TakeCount>;
  dispose: () => void;
};

const store = createTakeStore(() => serverNow().getTime(), practiceRoom);
const learnerTakes = createLearnerTakes(store);

/** Removes every stored take of a dialogue. */
export async function clearDialogueTakes(userId: string, dialogue: Dialogue): Promise<void> {
  await store.clearDialogue(userId, dialogue).catch(() => undefined);
  announceTakes(userId);
}

/** Removes every stored take of a learner. */
export const clearLearnerTakes = learnerTakes.clear;

/** Every finished take of a learner in this browser. @throws {TakeStoreError} */
export async function listLearnerTakes(userId: string): Promise<readonly TakeRecord[]> {
  return (await store.listAll(userId)).filter(({ unfinished }) => !unfinished);
}

/** Practice recordings on this device: the finished ones, and how many a tab is still recording. */
export type PracticeRecordings = { finished: readonly TakeRecord[]; unfinished: number };

/**
 * The practice recordings of a learner on this device. Those that a crash broke off become finished ones.
 * @throws {TakeStoreError}
 */
export async function practiceRecordings(userId: string): Promise<PracticeRecordings> {
  const { givenUp, ...there } = await learnerTakes.read(userId);
  if (givenUp.length > 0) showToast(messages.recordingsGivenUp(givenUp.length));
  return there;
}

/** Removes some takes of a learner. @throws {TakeStoreError} */
export const removeTakes = learnerTakes.remove;

/** The file of a take; null if it is there no more. */
export const takeFile = learnerTakes.sound;

function toRef({ number, attempt, recordedAt, durationSeconds, interrupted, gaps = [] }: TakeRef): TakeRef {
  return { number, attempt, recordedAt, durationSeconds, interrupted, ...(gaps.length > 0 && { gaps }) };
}

export type TakesOptions = {
  userId: string;
  dialogue: Dialogue;
  /** Of the dialogue. */
  title: string;
  practice: () => Practice;
  send: (event: PracticeEvent) => void;
};

/** Opens the takes of a learner's dialogue. What changes, in another tab too, is told as practice events. */
export function openTakes({ userId, dialogue, title, practice, send }: TakesOptions): Takes {
  const held = openHeldTakes();
  const count = createObservable<TakeCount>({ all: 0, here: 0, bytes: 0 });
  const restored = Promise.withResolvers<void>();
  let isOver = false;

  const refresh = async () => {
    const before = practice().segments;
    const [records, all] = await Promise.all([store.list(userId, dialogue), store.listAll(userId)]);
    if (isOver) return;
    const locks = await heldLocks();
    const there = all.filter(({ unfinished }) => !unfinished || !locks.has(unfinished.lock));
    const here = there.filter((take) => take.scenarioId === dialogue.scenarioId && take.language === dialogue.language);
    if (isOver) return;
    const unstored = held.all.get().length;
    count.set({ all: there.length + unstored, here: here.length + unstored, bytes: bytesOf(all) });
    const finished = records.filter(({ unfinished }) => !unfinished);
    for (const [index, { takes }] of before.entries()) {
      const stored = finished.filter(({ segmentIndex }) => segmentIndex === index);
      for (const { number } of takes) {
        const isThere = held.get(number) !== undefined || stored.some((record) => record.number === number);
        if (!isThere) send({ type: "take-removed", index, number });
      }
      if (stored.length > 0) send({ type: "takes-found", index, takes: stored.map(toRef) });
    }
  };
  let refreshed: Promise<void> = Promise.resolve();
  // One after the other, so that the newest is told last. A list that cannot be read stays as it is.
  const tryRefresh = () => {
    refreshed = refreshed.then(refresh).catch(() => undefined);
    return refreshed;
  };
  const storeHeld = () =>
    held.retry(({ journal, ref }, stored) => {
      send({
        type: "take-stored",
        index: journal.segment.segmentIndex,
        former: ref.number,
        take: toRef(stored.record),
      });
      showToast(messages.recordingStored);
      tellStored(stored);
    });
  // What was deleted may have made room.
  const stopHearing = hearTakes(userId, () => void storeHeld().then(tryRefresh));

  const tellStored = ({ givenUp }: Stored) => {
    if (givenUp.length > 0) showToast(messages.recordingsGivenUp(givenUp.length));
    announceTakes(userId);
    void tryRefresh();
  };

  const recoverAll = async () => {
    await recoverBrokenOff(store, await store.list(userId, dialogue), (recovered) => {
      showToast(messages.recordingRecovered);
      tellStored(recovered);
    });
  };

  const sound = async (number: number) => held.sound(number) ?? learnerTakes.sound(number);

  return {
    held: held.all,
    count,
    counted: () => restored.promise.then(() => refreshed),
    restore: async () => {
      await recoverAll().catch(() => undefined);
      await tryRefresh();
      restored.resolve();
    },
    begin: (segmentIndex, attempt) =>
      openJournal({ store, segment: { userId, ...dialogue, title, segmentIndex }, attempt }),
    keep: async (journal, take) => {
      try {
        const stored = await journal.finish(take);
        tellStored(stored);
        return { kind: "stored", take: toRef(stored.record) };
      } catch (cause) {
        const { ref, reason } = held.add(journal, take, { now: serverNow().getTime(), cause });
        void tryRefresh();
        return { kind: "held", take: ref, reason, notedSeconds: journal.notedSeconds() };
      }
    },
    keepNoted: async (journal) => {
      const stored = await journal.keepNoted();
      if (stored) tellStored(stored);
    },
    sound,
    peaks: async (number) => {
      const found = await sound(number);
      if (!found) return null;
      return readShape(found.data, recordingPeakCount).then(
        ({ peaks }) => peaks,
        () => null,
      );
    },
    remove: async (index, number) => {
      if (held.get(number)) held.remove(number);
      else await store.remove(number).catch(() => undefined);
      send({ type: "take-removed", index, number });
      announceTakes(userId);
      await tryRefresh();
    },
    dispose: () => {
      isOver = true;
      stopHearing();
      held.dispose();
    },
  };
}
