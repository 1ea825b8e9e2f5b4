import { ApiError } from "../../../../api.ts";
import { retryAfterMs, verdictOn, type WaitingSave } from "../progress-queue.ts";

export type ProgressSenderOptions = {
  /** What waits, in the order in which to send it; read anew before each send. */
  waiting: () => readonly WaitingSave[];
  /** Called once a save is stored with the server, or will never be taken. */
  settle: (save: WaitingSave) => void;
  send: (save: WaitingSave) => Promise<unknown>;
  /** Runs `work` while no other tab runs theirs. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs something later; the function given back calls it off. */
  schedule: (run: () => void, afterMs: number) => () => void;
  log: (message: string, detail: unknown) => void;
};

export type ProgressSender = {
  /** Sends what waits, now; settles when that has been tried. */
  nudge: () => Promise<void>;
  /** Sends what waits for at most so many ms, and answers with how many saves still wait. */
  flush: (withinMs: number) => Promise<number>;
  stop: () => void;
};

/** A call that has not been answered after this long, in ms, is taken for lost. */
export const answerWithinMs = 30_000;

type Outcome = "done" | "retry" | "hold";

/** Sends waiting progress one save after the other, and tries again later what failed. */
export function createProgressSender(options: ProgressSenderOptions): ProgressSender {
  const { waiting, settle, send, alone, schedule, log } = options;
  let stopped = false;
  let asked = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let callOff = () => {};

  const late = async <T>(work: Promise<T>, afterMs: number, reject: boolean): Promise<T | undefined> => {
    const over = Promise.withResolvers<undefined>();
    const stopWaiting = schedule(() => {
      if (reject) over.reject(new ApiError("unreachable", "The server did not answer in time."));
      else over.resolve(undefined);
    }, afterMs);
    return Promise.race([work, over.promise]).finally(stopWaiting);
  };

  const drain = async (): Promise<Outcome> => {
    for (let next = waiting()[0]; next && !stopped; next = waiting()[0]) {
      try {
        await late(send(next), answerWithinMs, true);
      } catch (error) {
        const verdict = verdictOn(error instanceof ApiError ? error.code : "unknown");
        log(verdict === "drop" ? "Progress was refused and is given up" : "Progress was not saved yet", error);
        if (verdict !== "drop") return verdict;
      }
      settle(next);
    }
    return "done";
  };

  const run = async () => {
    let outcome: Outcome = "done";
    try {
      while (asked && !stopped) {
        asked = false;
        outcome = await alone(drain);
      }
    } finally {
      running = undefined;
    }
    failures = outcome === "retry" ? failures + 1 : 0;
    if (outcome === "retry" && !stopped) callOff = schedule(() => void nudge(), retryAfterMs(failures));
  };

  const nudge = (): Promise<void> => {
    callOff();
    asked = true;
    running ??= run();
    return running;
  };

  return {
    nudge,
    flush: async (withinMs) => {
      if (waiting().length > 0) await late(nudge(), withinMs, false);
      return waiting().length;
    },
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}
