import { createSender, type Sender, type SenderOptions } from "./sender.ts";

/** Tells of something that could not be sent, or not yet: the product promises that a failed save is logged. */
export function logUnsent(message: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log of a browser is its console.
  console.warn(message, detail);
}

function createLockRunner(lock: string) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // The lock spares a second call; a browser without locks loses nothing, since every call may be repeated.
    if (!navigator.locks) return work();
    return navigator.locks.request(lock, work);
  };
}

type StartSenderOptions<Item, Answer> = Omit<
  SenderOptions<Item, Answer>,
  "withLock" | "schedule" | "random" | "log"
> & {
  /** Names what only one tab sends at a time. */
  lock: string;
};

export type RunningSender = Sender & {
  /** Sends what waits in `gatherMs`, with all that comes until then, or as soon as the page is put out of sight. */
  sendSoon: () => void;
};

/** How long what often changes is gathered before it is sent, in ms: each call wakes all devices of the learner. */
export const batchDelayMs = 30_000;

/** Sends what waits, now and whenever the network or the page comes back, until it is stopped. */
export function startSender<Item, Answer>({ lock, ...options }: StartSenderOptions<Item, Answer>): RunningSender {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const sender = createSender({
    ...options,
    withLock: createLockRunner(lock),
    schedule: (run, afterMs) => {
      const timer = setTimeout(run, afterMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    log: logUnsent,
  });
  const nudge = async () => {
    if ((await options.listQueued()).length > 0) await sender.sendNow();
  };
  const tryNudge = () => void nudge().catch((error) => logUnsent(options.logMessages.failed, error));
  const onVisible = () => {
    // Timers stand still in a page that sleeps.
    if (document.visibilityState === "visible" || gathering !== undefined) endGathering();
  };
  const endGathering = () => {
    clearTimeout(gathering);
    gathering = undefined;
    tryNudge();
  };
  window.addEventListener("online", tryNudge);
  document.addEventListener("visibilitychange", onVisible);
  tryNudge();
  return {
    ...sender,
    sendSoon: () => {
      gathering ??= setTimeout(endGathering, batchDelayMs);
    },
    stop: () => {
      clearTimeout(gathering);
      window.removeEventListener("online", tryNudge);
      document.removeEventListener("visibilitychange", onVisible);
      sender.stop();
    },
  };
}
