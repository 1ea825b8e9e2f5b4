import type { ChangedMarking, ExamAttempt, Marking, MarkingChange } from "../../domain/exam/exam-attempt.ts";
import {
  findRejectedChanges,
  isAfterRecordingEnd,
  mergeChanges,
  mergeWithinLimits,
  placeOf,
} from "../../domain/exam/exam-marking.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { attemptDeletedRefusal, attemptNotFoundRefusal, markingDeletedRefusal } from "../guards/guards.ts";
import { retryUntilWritten } from "../store/conditional-writes.ts";
import type { AttemptKey, ExamAttemptStore } from "../store/exam-attempts.ts";
import type { ExamMarkingStore, StoredMarking } from "../store/exam-markings.ts";
import { summariseMarking } from "./summarise-marking.ts";

export type MarkingServices = {
  examAttempts: Pick<ExamAttemptStore, "get" | "summarise">;
  examMarkings: Pick<ExamMarkingStore, "get" | "replace" | "remove">;
};

const clampInstant = (now: Date, instant: string) =>
  new Date(Math.min(Date.parse(instant), now.getTime())).toISOString();

/** A change dated in the future would override changes of its subject that are made later. */
function normaliseChanges(changes: readonly MarkingChange[], now: Date): MarkingChange[] {
  return mergeChanges(changes, []).map((change) => ({ ...change, changed_at: clampInstant(now, change.changed_at) }));
}

function refuseUnknownPlaces({ dialogues }: ExamAttempt, changes: readonly MarkingChange[]): void {
  for (const change of changes) {
    const place = placeOf(change);
    if (place && place.segment >= (dialogues[place.dialogue]?.segments.length ?? 0)) {
      throw new Refusal("bad_request", "body, changes: The mock exam has no such segment");
    }
    if (isAfterRecordingEnd(dialogues, change)) {
      throw new Refusal("bad_request", "body, changes: A note is after the end of its recording");
    }
  }
}

async function mergeIntoMarking(
  key: AttemptKey,
  made: Marking,
  { examMarkings }: MarkingServices,
): Promise<StoredMarking> {
  return retryUntilWritten("This marking", async () => {
    const stored = await examMarkings.get(key, made.marking_id);
    const changes = mergeWithinLimits(stored?.changes ?? [], made.changes);
    if (stored && JSON.stringify(changes) === JSON.stringify(stored.changes)) return stored;
    const next: Marking = { ...made, created_at: stored?.created_at ?? made.created_at, changes };
    const isWritten = await examMarkings.replace(key, stored, next);
    return isWritten ? { ...next, revision: (stored?.revision ?? 0) + 1 } : null;
  });
}

async function reserveMarking(
  key: AttemptKey,
  made: Marking,
  { examAttempts, examMarkings }: MarkingServices,
): Promise<ExamAttempt> {
  const attempt = await examAttempts.get(key);
  if (!attempt) throw attemptNotFoundRefusal();
  if (attempt === "deleted") {
    // A call that ran while the exam attempt was deleted may have stored the marking.
    await examMarkings.remove(key, made.marking_id);
    throw attemptDeletedRefusal();
  }
  if (attempt.deleted_markings?.includes(made.marking_id)) {
    // A call that ran while the marking was deleted may have stored it again.
    await examMarkings.remove(key, made.marking_id);
    throw markingDeletedRefusal();
  }
  refuseUnknownPlaces(attempt, made.changes);
  if (attempt.markings.some(({ marking_id }) => marking_id === made.marking_id)) return attempt;
  const place = await summariseMarking(attempt, { ...made, changes: [], revision: 0 }, examAttempts);
  if (place === "gone") throw attemptDeletedRefusal();
  if (place === "deleted") throw markingDeletedRefusal();
  if (place === "full") {
    throw new Refusal(
      "too_many_markings",
      "This mock exam has the maximum number of markings. Delete one to add another.",
    );
  }
  return attempt;
}

/**
 * Calls may arrive in any order and more than once.
 * Why: docs/decisions/0096-merge-markings.md
 * @throws Refusal "attempt_not_found", "attempt_deleted", "marking_deleted", "too_many_markings", "changed_meanwhile",
 * "bad_request", "account_closing", "user_gone"
 */
export async function markAttempt(
  key: AttemptKey,
  sent: Marking,
  now: Date,
  services: MarkingServices,
): Promise<ChangedMarking> {
  const made = {
    marking_id: sent.marking_id,
    created_at: clampInstant(now, sent.created_at),
    changes: normaliseChanges(sent.changes, now),
  };
  const attempt = await reserveMarking(key, made, services);
  const stored = await mergeIntoMarking(key, made, services);
  const { revision: _, ...answer } = stored;
  const place = await summariseMarking(attempt, stored, services.examAttempts);
  if (place !== "there") {
    await services.examMarkings.remove(key, answer.marking_id);
    throw place === "deleted" ? markingDeletedRefusal() : attemptDeletedRefusal();
  }
  const leftOut = findRejectedChanges(answer.changes, made.changes);
  return leftOut.length > 0 ? { ...answer, left_out: leftOut } : answer;
}
