import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";
import type { DocumentStore } from "./document-store.ts";

/** Throws a `Refusal` if the account of this learner is being deleted, or was. */
export type RefuseClosed = (userId: string) => Promise<void>;

/** A row of a learner. */
export type LearnerRow = { userId: string; TableName: string; Key: Record<string, string> };

/** A write, what takes it back, and whether its answer says that it made something, which else is taken for granted. */
type UndoableWrite<Output> = {
  write: () => Promise<Output>;
  undo: () => Promise<unknown>;
  hasCreated?: (output: Output) => boolean;
};

/**
 * Stores something of a learner, and undoes that if the account is marked as closed by then. A deletion sets that mark
 * before it removes anything: either this call reads the mark, or the deletion finds what was stored.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 * @throws Refusal "account_closing", "user_gone"
 */
export async function writeUnlessClosed<Output>(
  refuseClosed: RefuseClosed,
  userId: string,
  { write, undo, hasCreated = () => true }: UndoableWrite<Output>,
): Promise<Output> {
  // A write that failed may be stored nevertheless, if only its response was lost.
  const [outcome] = await Promise.allSettled([write()]);
  if (outcome.status === "fulfilled" && !hasCreated(outcome.value)) return outcome.value;
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

/**
 * Sends a write that may create a learner's row, as `writeWhileOpen` does. A command that returns "ALL_OLD" saves a read
 * where the row was there before: whoever created it has checked, or will.
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
