import type { StudyChange } from "../../../../../domain/study/study-change.ts";
import { type RunningSender, startSender } from "../../../start-sender.ts";
import { callApiAs } from "../../accounts/call-api-as.ts";
import { firstBatch } from "./study-batches.ts";

/** The sender id in this tab's requests, by which the tab ignores events about its own batches. */
export const thisTabId = crypto.randomUUID();

type Batch = { batchId: string; changes: StudyChange[] };

export type SenderStore = {
  listUnsent: () => Promise<readonly StudyChange[]>;
  onSent: (changes: readonly StudyChange[], number: number) => Promise<void>;
  onRefused: (changes: readonly StudyChange[]) => Promise<void>;
};

/** Sends unsent changes in batches, oldest first, until it is stopped. */
export function startStudySender(userId: string, { listUnsent, onSent, onRefused }: SenderStore): RunningSender {
  // A batch keeps its id and its changes until the server has answered, so that a retry stores nothing twice.
  let open: Batch | undefined;
  const nextBatch = async (): Promise<Batch[]> => {
    if (open) return [open];
    const changes = firstBatch(await listUnsent());
    if (changes.length === 0) return [];
    open = { batchId: crypto.randomUUID(), changes };
    return [open];
  };
  return startSender({
    listQueued: nextBatch,
    send: ({ batchId, changes }) =>
      callApiAs(userId, "save-study-changes", { params: { batchId }, body: { changes, sender: thisTabId } }),
    onSent: async ({ changes }, { number }) => {
      await onSent(changes, number);
      open = undefined;
    },
    onRefused: async ({ changes }) => {
      await onRefused(changes);
      open = undefined;
    },
    lock: `study-${userId}`,
    logMessages: {
      refused: "Reviews or terms were refused and stay in this browser",
      failed: "Reviews or terms were not saved yet",
    },
  });
}
