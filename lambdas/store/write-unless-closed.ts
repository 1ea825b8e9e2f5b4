import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";
import type { DocumentStore } from "./document-store.ts";

/** Throws a `Refusal` if the learner's account is closed. */
export type RefuseClosed = (userId: string) => Promise<void>;

export type LearnerRow = { userId: string; TableName: string; Key: Record<string, string> };

/** A write and its undo. `hasCreated` is true for a response that shows a new row; by default always. */
type UndoableWrite<Output> = {
  write: () => Promise<Output>;
  undo: () => Promise<unknown>;
  hasCreated?: (output: Output) => boolean;
};

/**
 * Stores data of a learner, and undoes that if the account is marked as closed by then. A deletion sets the mark before
 * it removes anything. So either this call reads the mark, or the deletion finds the data.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 * @throws Refusal "account_closing", "user_gone"
 */
export async function writeUnlessClosed<Output>(
  refuseClosed: RefuseClosed,
  userId: string,
  { write, undo, hasCreated = () => true }: UndoableWrite<Output>,
): Promise<Output> {
  // A failed write may be stored if only its response was lost.
  const [outcome] = await Promise.allSettled([write()]);
  if (outcome.status === "fulfilled" && !hasCreated(outcome.value)) return outcome.value;
  try {
    await refuseClosed(userId);
  } catch (error) {
    // If the mark cannot be read, the account is most likely open, so the data stays.
    if (error instanceof Refusal) await undo();
    throw error;
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/**
 * Sends a write that may create a learner's row, as `writeUnlessClosed` does. A command with "ALL_OLD" saves a read if
 * the row existed, because its creator checks the mark.
 */
export function writeRow<Output extends { Attributes?: unknown }>(
  store: DocumentStore,
  refuseClosed: RefuseClosed,
  { userId, ...row }: LearnerRow,
  write: () => Promise<Output>,
): Promise<Output> {
  return writeUnlessClosed(refuseClosed, userId, {
    write,
    undo: () => store.send(new DeleteCommand(row)),
    hasCreated: ({ Attributes }) => Attributes === undefined,
  });
}
