import { ApiError, callApi } from "../../../api.ts";
import { auth } from "../../accounts/session.ts";
import { createProgressSender, type ProgressSender } from "./internal/progress-sender.ts";
import { createProgressStore } from "./internal/progress-store.ts";
import type { WaitingSave } from "./progress-queue.ts";

const log = (message: string, detail: unknown) => {
  // biome-ignore lint/suspicious/noConsole: the product promises that a failed save is logged.
  console.warn(message, detail);
};
const store = createProgressStore({ log });

let current: { userId: string; sender: ProgressSender } | undefined;

async function sendAs(userId: string, save: WaitingSave): Promise<void> {
  // Tabs share the tokens: another learner may have signed in elsewhere in this browser.
  const learner = await (await auth()).currentLearner();
  if (learner?.userId !== userId) throw new ApiError("unauthorized", "The learner has logged out.");
  const { version: _, scenarioId, segmentId, ...body } = save;
  await callApi("save-progress", { params: { scenarioId, segmentId }, body });
}

function aloneFor(userId: string) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // The lock spares a second call; a browser without locks loses nothing, since the server keeps the latest attempt.
    if (!navigator.locks) return work();
    return navigator.locks.request(`progress-${userId}`, work);
  };
}

/** Sends the learner's waiting progress, now and whenever the network comes back, until the function given back is called. */
export function startProgressSending(userId: string): () => void {
  const sender = createProgressSender({
    waiting: () => store.list(userId),
    settle: (save) => store.remove(userId, save),
    send: (save) => sendAs(userId, save),
    alone: aloneFor(userId),
    schedule: (run, afterMs) => {
      const timer = setTimeout(run, afterMs);
      return () => clearTimeout(timer);
    },
    log,
  });
  current = { userId, sender };
  const nudge = () => void (store.list(userId).length > 0 && sender.nudge());
  const onVisible = () => {
    // Timers stand still in a page that sleeps.
    if (document.visibilityState === "visible") nudge();
  };
  window.addEventListener("online", nudge);
  document.addEventListener("visibilitychange", onVisible);
  nudge();
  return () => {
    window.removeEventListener("online", nudge);
    document.removeEventListener("visibilitychange", onVisible);
    sender.stop();
    if (current?.sender === sender) current = undefined;
  };
}

/** The learner's progress that waits to be sent. */
export function waitingProgress(userId: string): readonly WaitingSave[] {
  return store.list(userId);
}

/** Keeps a save in this browser, then sends it; if that fails, it waits for a better time. */
export function keepProgress(userId: string, save: WaitingSave): void {
  store.add(userId, save);
  if (current?.userId === userId) void current.sender.nudge();
}

/** Tries for at most so many ms to send what waits; answers with how many segments' progress still waits. */
export async function flushProgress(userId: string, withinMs: number): Promise<number> {
  return current?.userId === userId ? current.sender.flush(withinMs) : store.list(userId).length;
}

/** Removes from this browser what goes by the name of waiting progress, whoever's, and is none that could be sent. */
export function removeUnreadableProgress(): void {
  store.removeUnreadable();
}
