import type { DBSchema } from "idb";
import type { ExamAttemptFacts, Marking, MarkingChange } from "../../../../../../domain/exam/exam-attempt.ts";
import type { ApiFailure } from "../../../../api.ts";
import { connectStored, type DatabaseConnection } from "../../../../browser/database.ts";
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
        refused?: ApiFailure;
      }
    | { kind: "removed" }
  );

/** Changes of a marking that the server does not have. */
export type StoredMarking = NewChanges & {
  refused?: ApiFailure;
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
export function connectExams(): DatabaseConnection<ExamSchema> {
  return connectStored<ExamSchema>(stored.examFacts, (database) => {
    database.createObjectStore("attempts", { keyPath: ["userId", "attemptId"] });
    database.createObjectStore("markings", { keyPath: ["userId", "attemptId", "marking_id"] });
  });
}
