import type { DBSchema } from "idb";
import * as z from "zod/mini";
import {
  type ExamAttemptFacts,
  ExamAttemptId,
  Marking,
  type MarkingChange,
} from "../../../../../../domain/exam/exam-attempt.ts";
import type { ApiErrorCode } from "../../../../api.ts";
import { createDatabaseConnection, type DatabaseConnection } from "../../../../browser/database.ts";
import { listStored, parseStored, readStored, removeStored, writeStored } from "../../../../browser/storage.ts";
import { stored } from "../../../../browser/stored.ts";

export type AttemptKey = { userId: string; attemptId: string };

export type MarkingKey = AttemptKey & Pick<Marking, "marking_id">;

export type NewChanges = AttemptKey & Marking;

export type StoredAttempt = AttemptKey &
  (
    | {
        kind: "facts";
        facts: ExamAttemptFacts;
        /** The latest revision that the server has confirmed; 0 for none. */
        sentRevision: number;
        refused?: ApiErrorCode;
      }
    | { kind: "removed" }
  );

export type StoredMarking = NewChanges & {
  refused?: ApiErrorCode;
  /** Changes that stay in this browser, because the server's marking is full. */
  leftOut?: MarkingChange[];
  removed?: never;
};

export type RemovedMarking = MarkingKey & { removed: true };

interface ExamSchema extends DBSchema {
  attempts: { key: [userId: string, attemptId: string]; value: StoredAttempt };
  markings: { key: [userId: string, attemptId: string, markingId: string]; value: StoredMarking | RemovedMarking };
}

export function connectExamDatabase(): DatabaseConnection<ExamSchema> {
  return createDatabaseConnection<ExamSchema>(stored.examFacts, (database) => {
    database.createObjectStore("attempts", { keyPath: ["userId", "attemptId"] });
    database.createObjectStore("markings", { keyPath: ["userId", "attemptId", "marking_id"] });
  });
}

type AddChanges = (changes: NewChanges, isStillToAdd: () => boolean) => Promise<void>;

const writeAheadLog = stored.changesAhead;
const WrittenChanges = z.extend(Marking, { attemptId: ExamAttemptId });

const isAborted = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/**
 * Writes changes to local storage first, because closing a page aborts a pending database transaction.
 * Why: docs/decisions/0102-queue-exam-facts.md
 */
export async function writeAhead(changes: NewChanges, add: AddChanges): Promise<void> {
  const { userId, ...written } = changes;
  const filling = { learner: userId, name: crypto.randomUUID() };
  writeStored(writeAheadLog, JSON.stringify(written), filling);
  try {
    await add(changes, () => true);
    removeStored(writeAheadLog, filling);
  } catch (error) {
    // The learner sees an error for these changes, so they must not be replayed later.
    if (!isAborted(error)) removeStored(writeAheadLog, filling);
    throw error;
  }
}

export async function replayWriteAhead(userId: string, add: AddChanges): Promise<void> {
  for (const [name, text] of listStored(writeAheadLog, { learner: userId })) {
    const filling = { learner: userId, name };
    const written = parseStored(text, WrittenChanges);
    // The page that wrote the changes may have added them meanwhile, or a log-out may have removed them.
    const isStillThere = () => readStored(writeAheadLog, filling) !== null;
    if (written) await add({ userId, ...written }, isStillThere);
    removeStored(writeAheadLog, filling);
  }
}
