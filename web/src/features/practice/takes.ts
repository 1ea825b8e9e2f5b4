import type { Practice, PracticeEvent, TakeRef } from "../../../../domain/practice.ts";
import type { Dialogue } from "../../../../domain/progress.ts";
import { messages } from "../../messages.ts";
import { serverNow } from "../../server-time.ts";
import { showToast } from "../../ui/toasts.ts";
import { readPeaks, recordingPeakCount } from "./audio/peaks.ts";
import type { Sound } from "./audio/player.ts";
import { bytesOf } from "./audio/take-cap.ts";
import { createTakeStore, type NewTake, type Stored } from "./audio/take-store.ts";
import { formerLanguage } from "./former-language.ts";
import { cachedNames } from "./local-cache.ts";
import { createObservable, type Observable } from "./observable.ts";
import { type FinishedTake, openJournal, type TakeJournal } from "./take-journal.ts";
import { unlessLocked } from "./take-lock.ts";
import { announceTakes, hearTakes } from "./take-news.ts";

/** A take was kept; `isStored` is false if it is there only until the page is closed. */
export type Kept = { take: TakeRef; isStored: boolean };

/** The learner's takes of one dialogue. */
export type Takes = {
  /** Makes takes of what a crash left unfinished, and tells which takes there are. */
  restore: () => Promise<void>;
  /** Begins to note a take of a segment (from 0) while it is recorded. */
  begin: (index: number, attempt: number) => TakeJournal;
  /** Keeps a finished take, whatever the store says. */
  keep: (journal: TakeJournal, take: FinishedTake) => Promise<Kept>;
  /** Keeps what was noted of a take until now as one that was interrupted. */
  leave: (journal: TakeJournal) => Promise<void>;
  /** The sound of a take; null if it is there no more. */
  sound: (number: number) => Promise<Sound | null>;
  /** The waveform of a take, 0 to 1; null if there is none. */
  peaks: (number: number) => Promise<Float32Array | null>;
  remove: (index: number, number: number) => Promise<void>;
  /** Room that all recordings of the learner need on this device, in bytes. */
  usage: Observable<number>;
  dispose: () => void;
};

const store = createTakeStore(
  () => serverNow().getTime(),
  (userId, scenarioId) => formerLanguage(cachedNames(userId), scenarioId),
);

/** Removes every stored take of a dialogue. */
export async function clearDialogueTakes(userId: string, dialogue: Dialogue): Promise<void> {
  await store.clearDialogue(userId, dialogue).catch(() => undefined);
  announceTakes(userId);
}

/** Removes every stored take of a learner. */
export async function clearLearnerTakes(userId: string): Promise<void> {
  await store.clearUser(userId).catch(() => undefined);
  announceTakes(userId);
}

/** Takes that the store refuses are numbered from here, where its own numbers never come. */
const firstHeldNumber = 2 ** 40;

function toRef({ number, attempt, recordedAt, durationSeconds, interrupted, gaps = [] }: TakeRef): TakeRef {
  return { number, attempt, recordedAt, durationSeconds, interrupted, ...(gaps.length > 0 && { gaps }) };
}

export type TakesOptions = {
  userId: string;
  dialogue: Dialogue;
  practice: () => Practice;
  send: (event: PracticeEvent) => void;
};

/** Opens the takes of a learner's dialogue. What changes, in another tab too, is told as practice events. */
export function openTakes({ userId, dialogue, practice, send }: TakesOptions): Takes {
  const held = new Map<number, ArrayBuffer>();
  const usage = createObservable(0);
  let nextHeld = firstHeldNumber;
  let isOver = false;

  const refresh = async () => {
    const before = practice().segments;
    const [records, all] = await Promise.all([store.list(userId, dialogue), store.listAll(userId)]);
    if (isOver) return;
    usage.set(bytesOf(all));
    const finished = records.filter(({ unfinished }) => !unfinished);
    for (const [index, { takes }] of before.entries()) {
      const stored = finished.filter(({ segmentIndex }) => segmentIndex === index);
      for (const { number } of takes) {
        const isThere = held.has(number) || stored.some((record) => record.number === number);
        if (!isThere) send({ type: "take-removed", index, number });
      }
      if (stored.length > 0) send({ type: "takes-found", index, takes: stored.map(toRef) });
    }
  };
  // A list that cannot be read stays as it is.
  const tryRefresh = () => refresh().catch(() => undefined);
  const stopHearing = hearTakes(userId, () => void tryRefresh());

  const tellStored = ({ givenUp }: Stored) => {
    if (givenUp.length > 0) showToast(messages.recordingsGivenUp(givenUp.length));
    announceTakes(userId);
    void tryRefresh();
  };

  const recoverAll = async () => {
    for (const { number, unfinished } of await store.list(userId, dialogue)) {
      if (!unfinished) continue;
      await unlessLocked(unfinished.lock, async () => {
        const recovered = await store.recover(number);
        if (!recovered) return;
        showToast(messages.recordingRecovered);
        tellStored(recovered);
      });
    }
  };

  const wavOf = async (number: number): Promise<ArrayBuffer | null> =>
    held.get(number) ?? (await store.sound(number).catch(() => undefined)) ?? null;

  const hold = (take: NewTake): TakeRef => {
    const number = nextHeld;
    nextHeld += 1;
    held.set(number, take.wav);
    return toRef({ ...take, number, recordedAt: serverNow().getTime() });
  };

  return {
    usage,
    restore: async () => {
      await recoverAll().catch(() => undefined);
      await tryRefresh();
    },
    begin: (segmentIndex, attempt) => openJournal({ store, segment: { userId, ...dialogue, segmentIndex }, attempt }),
    keep: async (journal, take) => {
      try {
        const stored = await journal.finish(take);
        tellStored(stored);
        return { take: toRef(stored.record), isStored: true };
      } catch {
        return { take: hold({ ...take, attempt: journal.attempt }), isStored: false };
      }
    },
    leave: async (journal) => {
      const stored = await journal.leave();
      if (stored) tellStored(stored);
    },
    sound: async (number) => {
      const data = await wavOf(number);
      return data && { data, type: "audio/wav" };
    },
    peaks: async (number) => {
      const data = await wavOf(number);
      return data && readPeaks(data, recordingPeakCount).catch(() => null);
    },
    remove: async (index, number) => {
      held.delete(number);
      await store.remove(number).catch(() => undefined);
      send({ type: "take-removed", index, number });
      announceTakes(userId);
      await tryRefresh();
    },
    dispose: () => {
      isOver = true;
      stopHearing();
      held.clear();
    },
  };
}
