import { ApiError, type ApiErrorCode } from "./api.ts";
import { decideRetry, retryDelayMs } from "./retry-policy.ts";

export type SenderOptions<Item, Answer> = {
  /** What waits, in the order in which to send it; read anew before each send. */
  listQueued: () => readonly Item[] | Promise<readonly Item[]>;
  send: (item: Item) => Promise<Answer>;
  /** Called once something is stored with the server: from then on it must not wait any more. */
  onSent: (item: Item, answer: Answer) => void | Promise<void>;
  /** Called with what the server will never take: from then on it must not wait any more. */
  onRefused: (item: Item, failure: ApiErrorCode) => void | Promise<void>;
  /** Runs `work` while no other tab runs theirs. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs something later; the function given back calls it off. */
  schedule: (run: () => void, afterMs: number) => () => void;
  /** At least 0 and less than 1. */
  random: () => number;
  log: (message: string, detail: unknown) => void;
  /** What is logged of something that was refused, and of something that has to wait. */
  logMessages: { refused: string; failed: string };
};

export type Sender = {
  /** Sends what waits, now; settles when that has been tried. */
  sendNow: () => Promise<void>;
  /** Sends what waits for at most so many ms, and answers with how much still waits. */
  flush: (withinMs: number) => Promise<number>;
  stop: () => void;
};

/** A call that has not been answered after this long, in ms, is taken for lost. */
export const responseTimeoutMs = 30_000;

type Outcome = "done" | "retry" | "hold";

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && decideRetry(error.code) === "drop";

/** Sends what waits, one after the other, and tries again later what failed. */
export function createSender<Item, Answer>(options: SenderOptions<Item, Answer>): Sender {
  const { listQueued, onSent, onRefused, send, withLock, schedule, random, log, logMessages } = options;
  let stopped = false;
  let asked = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let callOff = () => {};

  const race = <T, Late>(work: Promise<T>, afterMs: number, late: () => Late): Promise<T | Late> => {
    const over = Promise.withResolvers<Late>();
    const stopWaiting = schedule(() => {
      try {
        over.resolve(late());
      } catch (error) {
        over.reject(error);
      }
    }, afterMs);
    return Promise.race([work, over.promise]).finally(stopWaiting);
  };
  const lost = (): never => {
    throw new ApiError("unreachable", "The server did not respond in time.");
  };

  const sendOne = async (item: Item): Promise<Outcome> => {
    try {
      await onSent(item, await race(send(item), responseTimeoutMs, lost));
      return "done";
    } catch (error) {
      if (isRefusal(error)) {
        log(logMessages.refused, error);
        await onRefused(item, error.code);
        return "done";
      }
      log(logMessages.failed, error);
      return error instanceof ApiError && decideRetry(error.code) === "hold" ? "hold" : "retry";
    }
  };

  const drain = async (): Promise<Outcome> => {
    for (let [next] = await listQueued(); next !== undefined && !stopped; [next] = await listQueued()) {
      const outcome = await sendOne(next);
      if (outcome !== "done") return outcome;
    }
    return "done";
  };

  const run = async () => {
    let outcome: Outcome = "done";
    try {
      while (asked && !stopped) {
        asked = false;
        outcome = await withLock(drain);
      }
    } catch (error) {
      log(logMessages.failed, error);
      outcome = "retry";
    } finally {
      running = undefined;
    }
    failures = outcome === "retry" ? failures + 1 : 0;
    if (outcome === "retry" && !stopped) callOff = schedule(() => void nudge(), retryDelayMs(failures, random));
  };

  const nudge = (): Promise<void> => {
    callOff();
    asked = true;
    running ??= run();
    return running;
  };

  return {
    sendNow: nudge,
    flush: async (withinMs) => {
      if ((await listQueued()).length > 0) await race(nudge(), withinMs, () => undefined);
      return (await listQueued()).length;
    },
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}
