import type { ExamAttempt, Marking, MarkingChange, MarkingSummary } from "../../../../../domain/exam/exam-attempt.ts";
import { mergeChanges } from "../../../../../domain/exam/exam-marking.ts";
import { toMarkingSummary } from "../../../../../domain/exam/exam-result.ts";
import type { ApiErrorCode } from "../../../api.ts";
import type { StoredMarking } from "./internal/exam-database.ts";
import type { LocalExams } from "./internal/exam-store.ts";

export type SyncStatus =
  | { kind: "sent" }
  | { kind: "waiting" }
  | { kind: "left-out"; changes: readonly MarkingChange[] }
  | { kind: "refused"; failure: ApiErrorCode };

export type KnownAttempt = ExamAttempt & {
  syncStatus: SyncStatus;
  isRunningInThisBrowser: boolean;
};

export type KnownMarking = Marking & { syncStatus: SyncStatus };

const syncStatusOf = (refused: ApiErrorCode | undefined): SyncStatus =>
  refused ? { kind: "refused", failure: refused } : { kind: "waiting" };

const sentStatus: SyncStatus = { kind: "sent" };

function changesSyncStatus({ refused, leftOut = [] }: StoredMarking): SyncStatus {
  return leftOut.length > 0 && !refused ? { kind: "left-out", changes: leftOut } : syncStatusOf(refused);
}

const changesOf = ({ changes, leftOut = [] }: StoredMarking) => mergeChanges(changes, leftOut);

function worseStatus(one: SyncStatus, other: SyncStatus): SyncStatus {
  const ranks = { sent: 0, waiting: 1, "left-out": 2, refused: 3 } as const;
  return ranks[one.kind] >= ranks[other.kind] ? one : other;
}

const removedMarkingIds = (here: LocalExams, attemptId: string) =>
  here.removedMarkings.flatMap((each) => (each.attemptId === attemptId ? [each.marking_id] : []));

/** Returns the oldest marking first. */
export function mergeLocalMarkings(
  markings: readonly Marking[],
  here: LocalExams,
  attemptId: string,
): readonly KnownMarking[] {
  const removed = removedMarkingIds(here, attemptId);
  const waiting = here.markings.filter((marking) => marking.attemptId === attemptId);
  const remaining = markings.filter(({ marking_id: id }) => !removed.includes(id));
  const known = remaining.map((marking): KnownMarking => {
    const added = waiting.find(({ marking_id }) => marking_id === marking.marking_id);
    if (!added) return { ...marking, syncStatus: sentStatus };
    const changes = mergeChanges(marking.changes, changesOf(added));
    return { ...marking, changes, syncStatus: changesSyncStatus(added) };
  });
  const begunHere = waiting
    .filter(({ marking_id }) => markings.every((marking) => marking.marking_id !== marking_id))
    .map((added): KnownMarking => {
      const { marking_id, created_at } = added;
      return { marking_id, created_at, changes: changesOf(added), syncStatus: changesSyncStatus(added) };
    });
  return [...known, ...begunHere].toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}

/** Prefers a recalculated summary only if it includes the server's changes of the marking. */
function summariesOf(
  attempt: ExamAttempt,
  known: readonly KnownMarking[],
  areFetched: boolean,
): readonly MarkingSummary[] {
  const isDeleted = ({ marking_id: id }: { marking_id: string }) => attempt.deleted_markings?.includes(id) ?? false;
  const listed = attempt.markings.filter((marking) => !isDeleted(marking));
  const recalculated = known
    .filter((marking) => !isDeleted(marking))
    .map((marking) => toMarkingSummary(attempt, marking));
  const [preferred, further] = areFetched ? [recalculated, listed] : [listed, recalculated];
  const others = further.filter(({ marking_id }) => preferred.every((each) => each.marking_id !== marking_id));
  return [...preferred, ...others].toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}

/**
 * Returns the newest attempt first.
 * @param markingsOf returns the fetched markings of an exam attempt
 */
export function mergeLocalExams(
  attempts: readonly ExamAttempt[],
  here: LocalExams,
  userId: string,
  markingsOf: (attemptId: string) => readonly Marking[] | undefined,
): readonly KnownAttempt[] {
  const removed = new Set(here.attempts.flatMap(({ kind, attemptId }) => (kind === "removed" ? [attemptId] : [])));
  const factsHere = here.attempts.flatMap((each) => (each.kind === "facts" ? [each] : []));
  const begunHere = factsHere
    .filter(({ attemptId }) => attempts.every((attempt) => attempt.attempt_id !== attemptId))
    .map(({ attemptId, facts }): ExamAttempt => ({ ...facts, attempt_id: attemptId, user_id: userId, markings: [] }));
  const known = [...attempts, ...begunHere].flatMap((attempt): KnownAttempt[] => {
    const { attempt_id: attemptId } = attempt;
    if (removed.has(attemptId)) return [];
    const stored = factsHere.find((each) => each.attemptId === attemptId);
    const isNewer = stored !== undefined && stored.facts.revision > attempt.revision;
    const removals = removedMarkingIds(here, attemptId);
    const deleted = [...(attempt.deleted_markings ?? []), ...removals];
    const present = {
      ...(isNewer ? { ...attempt, ...stored.facts } : attempt),
      ...(deleted.length > 0 && { deleted_markings: deleted }),
    };
    const fetched = markingsOf(attemptId);
    const markings = mergeLocalMarkings(fetched ?? [], here, attemptId);
    const lacks = stored !== undefined && stored.facts.revision > stored.sentRevision;
    const statuses = [
      ...markings.map(({ syncStatus }) => syncStatus),
      ...removals.map((): SyncStatus => ({ kind: "waiting" })),
    ];
    return [
      {
        ...present,
        markings: [...summariesOf(present, markings, fetched !== undefined)],
        syncStatus: statuses.reduce(worseStatus, lacks ? syncStatusOf(stored.refused) : sentStatus),
        isRunningInThisBrowser: stored !== undefined && present.outcome === "running",
      },
    ];
  });
  return known.toSorted((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at));
}

/** @param attempts the newest first */
export function findRunningElsewhere(attempts: readonly KnownAttempt[]): KnownAttempt | null {
  return (
    attempts.find(({ outcome, isRunningInThisBrowser }) => outcome === "running" && !isRunningInThisBrowser) ?? null
  );
}
