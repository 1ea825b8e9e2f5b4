import { ApiError, type ApiErrorCode } from "./api.ts";
import { decideRetry, retryDelayMs } from "./retry-policy.ts";

export type SenderOptions<Item, Answer> = {
  /** Lists the queued items in the order of sending. Called again before each send. */
  listQueued: () => readonly Item[] | Promise<readonly Item[]>;
  send: (item: Item) => Promise<Answer>;
  /** Called after the server has stored an item. The callback must remove the item from the queue. */
  onSent: (item: Item, answer: Answer) => void | Promise<void>;
  /** Called if the server refuses an item for good. The callback must remove the item from the queue. */
  onRefused: (item: Item, failure: ApiErrorCode) => void | Promise<void>;
  /** Runs `work` while no other tab runs work with the same lock. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns a function that cancels the call. */
  schedule: (run: () => void, afterMs: number) => () => void;
  /** Returns a number from 0 to below 1. */
  random: () => number;
  log: (message: string, detail: unknown) => void;
  /** Log messages for a refused item, and for an item to retry. */
  logMessages: { refused: string; failed: string };
  /** In ms; by default `responseTimeoutMs`. Infinite if `send` has a timeout of its own. */
  timeoutMs?: number;
};

export type Sender = {
  /** Sends the queued items now. Resolves when the queue is empty, after a failure, or after `stop`. Never rejects. */
  sendNow: () => Promise<void>;
  /** Sends the queued items, waits for at most `withinMs`, and returns the number of items that remain. */
  flush: (withinMs: number) => Promise<number>;
  stop: () => void;
};

/** In ms. If there is no response by then, the request counts as lost. */
export const responseTimeoutMs = 30_000;

type Outcome = "done" | "retry" | "hold";

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && decideRetry(error.code) === "drop";

/** Creates a sender that sends queued items one by one and retries failures after a delay. */
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
