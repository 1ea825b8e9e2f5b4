import {
  type ExamAttemptFacts,
  type MarkingChange,
  mostChangesAtOnce,
} from "../../../../../domain/exam/exam-attempt.ts";
import type { AttemptKey, MarkingKey, NewChanges } from "./internal/exam-database.ts";
import type { ExamsHere } from "./internal/exam-store.ts";

/** Something of a learner's mocks that the server is to be told. */
export type Unsent =
  | (AttemptKey & { kind: "removal" })
  | (AttemptKey & { kind: "facts"; facts: ExamAttemptFacts })
  | (NewChanges & { kind: "changes"; changes: MarkingChange[] })
  | (MarkingKey & { kind: "marking-removal" });

/**
 * What waits to be sent, in the order in which the server can take it: it knows a mock before what was noted of it. What it
 * has refused, and what was noted of that, does not wait.
 */
export function unsentOf({ attempts, markings, removedMarkings }: ExamsHere): readonly Unsent[] {
  const refused = new Set(attempts.flatMap((each) => (each.kind === "facts" && each.refused ? [each.attemptId] : [])));
  const ofAttempts = attempts.flatMap((attempt): Unsent[] => {
    const { userId, attemptId } = attempt;
    if (attempt.kind === "removed") return [{ kind: "removal", userId, attemptId }];
    const { facts, sentRevision } = attempt;
    const waits = facts.revision > sentRevision && !attempt.refused;
    return waits ? [{ kind: "facts", userId, attemptId, facts }] : [];
  });
  const ofMarkings = markings
    .filter(({ changes, ...marking }) => changes.length > 0 && !marking.refused && !refused.has(marking.attemptId))
    .map((marking) => ({ kind: "changes" as const, ...marking, changes: marking.changes.slice(0, mostChangesAtOnce) }));
  const removals = removedMarkings
    .filter(({ attemptId }) => !refused.has(attemptId))
    .map(({ userId, attemptId, marking_id }): Unsent => ({ kind: "marking-removal", userId, attemptId, marking_id }));
  return [...ofAttempts, ...ofMarkings, ...removals];
}

/** How many mocks there are of which the server does not know everything, be it that it refused some. */
export function unsentMocks({ attempts, markings, removedMarkings }: ExamsHere): number {
  const unsent = attempts.filter((each) => each.kind === "removed" || each.facts.revision > each.sentRevision);
  return new Set([...unsent, ...markings, ...removedMarkings].map(({ attemptId }) => attemptId)).size;
}
