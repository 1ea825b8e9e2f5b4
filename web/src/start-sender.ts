import { holdActivity } from "./browser/activity-lock.ts";
import { createSender, type Sender, type SenderOptions } from "./sender.ts";

export function logUnsent(message: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log of a browser is its console.
  console.warn(message, detail);
}

function createLockRunner(lock: string) {
  const runAsActivity = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = holdActivity();
    return work().finally(release);
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // Insecure pages have no locks. The lock only prevents duplicate requests, which do no harm.
    if (!navigator.locks) return work();
    return navigator.locks.request(lock, () => runAsActivity(work));
  };
}

type StartSenderOptions<Item, Answer> = Omit<
  SenderOptions<Item, Answer>,
  "withLock" | "schedule" | "random" | "log"
> & {
  /** The name of a Web Lock. */
  lock: string;
  gatherMs?: number;
};

export type RunningSender = Sender & {
  /** Delays the sending by up to `gatherMs`, so that items gather. */
  sendSoon: () => void;
};

/** Items gather, because each request may notify the learner's other devices. */
export const batchDelayMs = 30_000;

export function startSender<Item, Answer>({
  lock,
  gatherMs = batchDelayMs,
  ...options
}: StartSenderOptions<Item, Answer>): RunningSender {
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
  const sendQueued = async () => {
    if ((await options.listQueued()).length > 0) await sender.sendNow();
  };
  const trySendNow = () => void sendQueued().catch((error) => logUnsent(options.logMessages.failed, error));
  const onVisible = () => {
    // Also sends gathered items when the page becomes hidden, because browsers may pause the timers of a hidden page.
    if (document.visibilityState === "visible" || gathering !== undefined) endGathering();
  };
  const endGathering = () => {
    clearTimeout(gathering);
    gathering = undefined;
    trySendNow();
  };
  window.addEventListener("online", trySendNow);
  document.addEventListener("visibilitychange", onVisible);
  trySendNow();
  return {
    ...sender,
    sendSoon: () => {
      gathering ??= setTimeout(endGathering, gatherMs);
    },
    stop: () => {
      clearTimeout(gathering);
      window.removeEventListener("online", trySendNow);
      document.removeEventListener("visibilitychange", onVisible);
      sender.stop();
    },
  };
}
