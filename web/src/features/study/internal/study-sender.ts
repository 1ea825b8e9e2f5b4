import { subjectOf } from "../../../../../domain/study/merge-changes.ts";
import type { StudyChange } from "../../../../../domain/study/study-change.ts";
import { type RunningSender, startSender } from "../../../start-sender.ts";
import { callApiAs } from "../../accounts/call-api-as.ts";
import { firstBatch } from "./study-batches.ts";

/** Sent with this tab's batches, so that the tab can ignore the events of its own batches. */
export const thisTabId = crypto.randomUUID();

/** Long, so that a review session needs few requests. Hiding the page sends the changes earlier. */
const gatherMs = 10 * 60_000;

const nameOf = (change: StudyChange) => `${subjectOf(change)} ${change.changed_at}`;

type Batch = { batchId: string; changes: StudyChange[] };

export type SenderStore = {
  listUnsent: () => Promise<readonly StudyChange[]>;
  onSent: (changes: readonly StudyChange[], number: number) => Promise<void>;
  onRefused: (changes: readonly StudyChange[]) => Promise<void>;
};

export function startStudySender(userId: string, { listUnsent, onSent, onRefused }: SenderStore): RunningSender {
  // A retry sends the same id and the same changes, so that the server can recognise the retry.
  let open: Batch | undefined;
  const nextBatch = async (): Promise<Batch[]> => {
    const unsent = await listUnsent();
    // Another tab may have sent the batch while this tab waited for the lock.
    const names = new Set(unsent.map(nameOf));
    if (!open?.changes.some((change) => names.has(nameOf(change)))) {
      open = unsent.length > 0 ? { batchId: crypto.randomUUID(), changes: firstBatch(unsent) } : undefined;
    }
    return open ? [open] : [];
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
    gatherMs,
    lock: `study-${userId}`,
    logMessages: {
      refused: "Practice data were refused",
      failed: "Practice data may not be saved yet",
    },
  });
}
