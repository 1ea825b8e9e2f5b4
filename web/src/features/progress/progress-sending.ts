import type { Sender } from "../../sender.ts";
import { logUnsent, startSender } from "../../start-sender.ts";
import { callApiAs } from "../accounts/call-api-as.ts";
import { createProgressStore } from "./internal/progress-store.ts";
import type { QueuedSave } from "./progress-queue.ts";

const store = createProgressStore({ log: logUnsent });

let current: { userId: string; sender: Sender } | undefined;

async function sendSave(userId: string, save: QueuedSave): Promise<void> {
  const { version: _, scenarioId, segmentId, ...body } = save;
  await callApiAs(userId, "save-progress", { params: { scenarioId, segmentId }, body });
}

export function startProgressSender(userId: string): () => void {
  const sender = startSender({
    listQueued: () => store.list(userId),
    send: (save) => sendSave(userId, save),
    onSent: (save) => store.remove(userId, save),
    onRefused: (save) => store.remove(userId, save),
    lock: `progress-${userId}`,
    logMessages: { refused: "Progress was refused and is discarded", failed: "Progress may not be saved yet" },
  });
  current = { userId, sender };
  return () => {
    sender.stop();
    if (current?.sender === sender) current = undefined;
  };
}

export function queuedProgress(userId: string): readonly QueuedSave[] {
  return store.list(userId);
}

export function queueProgress(userId: string, save: QueuedSave): void {
  store.add(userId, save);
  if (current?.userId === userId) void current.sender.sendNow();
}

/** Returns the number of segments that are still queued. */
export async function flushProgress(userId: string, withinMs: number): Promise<number> {
  return current?.userId === userId ? current.sender.flush(withinMs) : store.list(userId).length;
}

export function removeUnreadableProgress(): void {
  store.removeUnreadable();
}
