import { ApiError, type ApiErrorCode } from "./api.ts";
import { decideRetry, retryDelayMs } from "./retry-policy.ts";

export type SenderOptions<Item, Answer> = {
  /** In the order of sending. */
  listQueued: () => readonly Item[] | Promise<readonly Item[]>;
  send: (item: Item) => Promise<Answer>;
  /** Must remove the item from the queue. Otherwise the item is sent again. */
  onSent: (item: Item, answer: Answer) => void | Promise<void>;
  /** Must remove the item from the queue, as `onSent` must. */
  onRefused: (item: Item, failure: ApiErrorCode) => void | Promise<void>;
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  schedule: (run: () => void, afterMs: number) => () => void;
  random: () => number;
  log: (message: string, detail: unknown) => void;
  logMessages: { refused: string; failed: string };
  /** `Number.POSITIVE_INFINITY` means no limit. */
  timeoutMs?: number;
};

export type Sender = {
  /** Resolves even if items could not be sent. */
  sendNow: () => Promise<void>;
  /** Returns the number of items that remain in the queue. */
  flush: (withinMs: number) => Promise<number>;
  stop: () => void;
};

export const responseTimeoutMs = 30_000;

type Outcome = "done" | "retry" | "hold";

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && decideRetry(error.code) === "drop";

export function createSender<Item, Answer>(options: SenderOptions<Item, Answer>): Sender {
  const { listQueued, onSent, onRefused, send, withLock, schedule, random, log, logMessages } = options;
  const { timeoutMs = responseTimeoutMs } = options;
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
      const answer = send(item);
      await onSent(item, await (timeoutMs === Number.POSITIVE_INFINITY ? answer : race(answer, timeoutMs, lost)));
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
