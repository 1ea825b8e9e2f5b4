import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { Refusal } from "../../domain/refusal.ts";
import type { DocumentStore } from "./document-store.ts";

/** Throws a `Refusal` if the account of this learner is being deleted, or was. */
export type RefuseClosed = (userId: string) => Promise<void>;

/** A row of a learner. */
export type LearnerRow = { userId: string; TableName: string; Key: Record<string, string> };

/**
 * Stores something of a learner, and undoes that if the account is marked as closed by then. A deletion sets that mark
 * before it removes anything: either this call reads the mark, or the deletion finds what was stored.
 * Why: docs/decisions/0113-deleted-accounts-leave-no-row.md
 * @throws Refusal "account_closing", "user_gone"
 */
export async function writeWhileOpen<Output>(
  refuseClosed: RefuseClosed,
  userId: string,
  { write, undo }: { write: () => Promise<Output>; undo: () => Promise<unknown> },
): Promise<Output> {
  // What a failed write wrote may be stored all the same, if only its answer was lost.
  const [outcome] = await Promise.allSettled([write()]);
  try {
    await refuseClosed(userId);
  } catch (error) {
    // If the mark cannot be read, the account is most likely open, and what was stored is to be kept.
    if (error instanceof Refusal) await undo();
    throw error;
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Sends a write that may create a learner's row, as `writeWhileOpen` does. */
export function writeRow<Output>(
  store: DocumentStore,
  refuseClosed: RefuseClosed,
  { userId, ...row }: LearnerRow,
  write: () => Promise<Output>,
): Promise<Output> {
  return writeWhileOpen(refuseClosed, userId, { write, undo: () => store.send(new DeleteCommand(row)) });
}
