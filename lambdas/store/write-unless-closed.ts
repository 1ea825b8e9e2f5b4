import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { Refusal } from "../../domain/http/refusal.ts";
import type { DocumentStore } from "./document-store.ts";

/** Throws a `Refusal` if the learner's account is closing or closed. */
export type RefuseClosed = (userId: string) => Promise<void>;

export type LearnerRow = { userId: string; TableName: string; Key: Record<string, string> };

type UndoableWrite<Output> = {
  write: () => Promise<Output>;
  undo: () => Promise<unknown>;
  hasCreated?: (output: Output) => boolean;
};

/**
 * A deletion marks the account before it removes anything. So either the check after the write sees the mark, or the
 * deletion finds the data.
 * Why: docs/decisions/0113-closed-accounts-leave-no-row.md
 * @throws Refusal "account_closing", "user_gone"
 */
export async function writeUnlessClosed<Output>(
  refuseClosed: RefuseClosed,
  userId: string,
  { write, undo, hasCreated = () => true }: UndoableWrite<Output>,
): Promise<Output> {
  // The write may have succeeded although it rejected, if only its response was lost.
  const [outcome] = await Promise.allSettled([write()]);
  if (outcome.status === "fulfilled" && !hasCreated(outcome.value)) return outcome.value;
  try {
    await refuseClosed(userId);
  } catch (error) {
    // If the mark cannot be read, the account is most likely open, so the data remains.
    if (error instanceof Refusal) await undo();
    throw error;
  }
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/**
 * If the write returns "ALL_OLD", a successful write to an existing row is not checked, because the write that created
 * the row was checked. A repeat by the SDK after a lost response is not checked either.
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
