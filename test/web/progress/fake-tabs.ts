import { vi } from "vitest";
import { ApiError, type ApiErrorCode } from "../../../web/src/api.ts";
import { createProgressStore } from "../../../web/src/features/progress/internal/progress-store.ts";
import type { QueuedSave } from "../../../web/src/features/progress/progress-queue.ts";
import { createSender } from "../../../web/src/sender.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

export type ServerMode = "well" | "silent" | ApiErrorCode;

/** Simulates a server, and a browser whose tabs share storage and a lock. The test moves the clock. */
export function fakeBrowser() {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", memoryStorage(entries));
  const timers = new Set<{ dueMs: number; run: () => void }>();
  const calls: QueuedSave[] = [];
  const taken: QueuedSave[] = [];
  const said: string[] = [];
  let mood: ServerMode = "well";
  let nowMs = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const send = async (save: QueuedSave) => {
    calls.push(save);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    try {
      const answer = mood;
      await flushPromises();
      if (answer === "silent") await new Promise(() => {});
      if (answer !== "well") throw new ApiError(answer as ApiErrorCode, `The server is ${answer}`);
      taken.push(save);
    } finally {
      inFlight -= 1;
    }
  };

  const openTab = () => {
    const log = (message: string) => void said.push(message);
    const store = createProgressStore({ log });
    const sender = createSender({
      listQueued: () => store.list("asha"),
      onSent: (save) => store.remove("asha", save),
      onRefused: (save) => store.remove("asha", save),
      send,
      withLock: (work) => {
        const turn = queue.then(work);
        queue = turn.catch(() => {});
        return turn;
      },
      schedule: (run, afterMs) => {
        const timer = { dueMs: nowMs + afterMs, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      random: () => 0,
      log,
      logMessages: { refused: "Progress was refused and is discarded", failed: "Progress may not be saved yet" },
    });
    const save = (waiting: QueuedSave) => {
      store.add("asha", waiting);
      void sender.sendNow();
    };
    return { store, sender, save };
  };

  const elapse = async (ms: number) => {
    await settle();
    const untilMs = nowMs + ms;
    for (;;) {
      const [next] = [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
      if (!next) break;
      timers.delete(next);
      nowMs = Math.max(nowMs, next.dueMs);
      next.run();
      await settle();
    }
    nowMs = untilMs;
  };
  /** Waits until no call is pending and none starts. The calls of a silent server are ignored. */
  const settle = async () => {
    let before: number;
    do {
      before = calls.length;
      for (let turn = 0; turn < 4; turn += 1) await flushPromises();
    } while (calls.length > before);
  };

  return {
    entries,
    openTab,
    elapse,
    settle,
    calls,
    taken,
    said,
    waits: () => [...timers].map(({ dueMs }) => dueMs - nowMs),
    mostInFlight: () => mostInFlight,
    become: (next: ServerMode) => {
      mood = next;
    },
  };
}
