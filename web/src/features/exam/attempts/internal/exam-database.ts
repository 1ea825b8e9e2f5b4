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

/** Which mock, whose. */
export type AttemptKey = { userId: string; attemptId: string };

/** Which marking of which mock, whose. */
export type MarkingKey = AttemptKey & Pick<Marking, "marking_id">;

/** Changes of a marking, and when it was begun. */
export type NewChanges = AttemptKey & Marking;

/** A mock of which the server may not know all, or that it is to forget. */
export type StoredAttempt = AttemptKey &
  (
    | {
        kind: "facts";
        facts: ExamAttemptFacts;
        /** The latest revision that the server has; 0 where it has none. */
        sentRevision: number;
        /** Why the server will not take it. */
        refused?: ApiErrorCode;
      }
    | { kind: "removed" }
  );

/** Changes of a marking that the server does not have. */
export type StoredMarking = NewChanges & {
  refused?: ApiErrorCode;
  /** Changes for which the server's marking has no room: they stay here. */
  leftOut?: MarkingChange[];
  removed?: never;
};

/** A deleted marking that the server is to forget. */
export type RemovedMarking = MarkingKey & { removed: true };

interface ExamSchema extends DBSchema {
  attempts: { key: [userId: string, attemptId: string]; value: StoredAttempt };
  markings: { key: [userId: string, attemptId: string, markingId: string]; value: StoredMarking | RemovedMarking };
}

/** The way to the facts of mocks in this browser. */
export function connectExamDatabase(): DatabaseConnection<ExamSchema> {
  return createDatabaseConnection<ExamSchema>(stored.examFacts, (database) => {
    database.createObjectStore("attempts", { keyPath: ["userId", "attemptId"] });
    database.createObjectStore("markings", { keyPath: ["userId", "attemptId", "marking_id"] });
  });
}

/** Adds changes to those of their marking in the database, if they are still to be added once it is their turn. */
type AddChanges = (changes: NewChanges, isStillToAdd: () => boolean) => Promise<void>;

const writeAheadLog = stored.changesAhead;
const WrittenChanges = z.extend(Marking, { attemptId: ExamAttemptId });

/** A page that is left breaks off what it was adding. */
const isAborted = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/**
 * Writes changes down at once and then adds them: a database answers later, and a page that is left before takes along what
 * waits for it. Settles as `add` does.
 * Why so: docs/decisions/0102-queue-exam-facts.md
 */
export async function writeAhead(changes: NewChanges, add: AddChanges): Promise<void> {
  const { userId, ...written } = changes;
  const filling = { learner: userId, name: crypto.randomUUID() };
  writeStored(writeAheadLog, JSON.stringify(written), filling);
  try {
    await add(changes, () => true);
    removeStored(writeAheadLog, filling);
  } catch (error) {
    // The learner is told of what the database refuses.
    if (!isAborted(error)) removeStored(writeAheadLog, filling);
    throw error;
  }
}

/**
 * Adds what is written down: by pages that were left before the database had it, or that wait for it. Rejects as `add` does.
 */
export async function replayWriteAhead(userId: string, add: AddChanges): Promise<void> {
  for (const [name, text] of listStored(writeAheadLog, { learner: userId })) {
    const filling = { learner: userId, name };
    const written = parseStored(text, WrittenChanges);
    // It may have been added meanwhile by whoever wrote it down, and a learner who logs out takes it along.
    const isStillThere = () => readStored(writeAheadLog, filling) !== null;
    if (written) await add({ userId, ...written }, isStillThere);
    removeStored(writeAheadLog, filling);
  }
}
