import {
  type ExamAttempt,
  type ExamAttemptFacts,
  type Marking,
  type MarkingChange,
  maxChangesPerRequest,
} from "../../../../../../domain/exam/exam-attempt.ts";
import { clampInstants } from "../../../../../../domain/exam/exam-consistency.ts";
import { isSameSubject } from "../../../../../../domain/exam/exam-marking.ts";
import type { ApiErrorCode } from "../../../../api.ts";
import { serverNow } from "../../../../browser/server-time.ts";
import { messages } from "../../../../messages.ts";
import { logUnsent, type RunningSender, startSender } from "../../../../start-sender.ts";
import { showToast } from "../../../../ui/toasts.ts";
import { callApiAs } from "../../../accounts/call-api-as.ts";
import { acquireExamLock } from "../exam-lock.ts";
import type { AttemptKey, MarkingKey, NewChanges } from "./exam-database.ts";
import type { ExamStore, LocalExams } from "./exam-store.ts";

type Unsent =
  | (AttemptKey & { kind: "removal" })
  | (AttemptKey & { kind: "facts"; facts: ExamAttemptFacts })
  | (NewChanges & { kind: "changes"; changes: MarkingChange[] })
  | (MarkingKey & { kind: "marking-removal" });

/** The server refuses markings of an exam attempt that it does not have, so attempts come first. */
function unsentOf({ attempts, markings, removedMarkings }: LocalExams): readonly Unsent[] {
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
    .map((marking) => ({
      kind: "changes" as const,
      ...marking,
      changes: marking.changes.slice(0, maxChangesPerRequest),
    }));
  const removals = removedMarkings
    .filter(({ attemptId }) => !refused.has(attemptId))
    .map(({ userId, attemptId, marking_id }): Unsent => ({ kind: "marking-removal", userId, attemptId, marking_id }));
  return [...ofAttempts, ...ofMarkings, ...removals];
}

/** Includes exams whose data the server refused. */
export function countUnsentExams({ attempts, markings, removedMarkings }: LocalExams): number {
  const unsent = attempts.filter((each) => each.kind === "removed" || each.facts.revision > each.sentRevision);
  return new Set([...unsent, ...markings, ...removedMarkings].map(({ attemptId }) => attemptId)).size;
}

/** After a success, listeners are called before the store is updated. After a refusal, the store is updated first. */
export type ResponseListeners = {
  onAttemptSaved: (attempt: ExamAttempt) => void;
  onMarkingSaved: (attemptId: string, marking: Marking) => void;
  onAttemptRemoved: (attemptId: string) => void;
  onMarkingRemoved: (attemptId: string, markingId: string) => void;
  onChangesDropped: (item: Extract<Unsent, { kind: "facts" | "changes" }>) => void;
};

export type SyncListeners = ResponseListeners & {
  onLocalChange: () => void;
};

/** This tab ignores events with this id, because the server's response contains the marking. */
export const thisTabId = crypto.randomUUID();

/** `leftOut` are the changes that the server did not store, because the marking is full. */
type Reply = { notify: () => void; leftOut: readonly MarkingChange[] };

const allStored = (notify: () => void): Reply => ({ notify, leftOut: [] });

async function send(item: Unsent, answers: ResponseListeners): Promise<Reply> {
  const { userId, attemptId } = item;
  switch (item.kind) {
    case "removal":
      await callApiAs(userId, "delete-exam-attempt", { params: { attemptId } });
      return allStored(() => answers.onAttemptRemoved(attemptId));
    case "facts": {
      const body = clampInstants(item.facts, serverNow());
      const attempt = await callApiAs(userId, "save-exam-attempt", { params: { attemptId }, body });
      return allStored(() => answers.onAttemptSaved(attempt));
    }
    case "changes": {
      const { marking_id: markingId, created_at, changes } = item;
      const body = { created_at, changes, sender: thisTabId };
      const reply = await callApiAs(userId, "mark-exam-attempt", { params: { attemptId, markingId }, body });
      const { left_out: notStored = [], ...marking } = reply;
      // Compares subjects, because the server replaces the time of a change if the device's clock is fast.
      const leftOut = changes.filter((change) => notStored.some((one) => isSameSubject(one, change)));
      return { notify: () => answers.onMarkingSaved(attemptId, marking), leftOut };
    }
    case "marking-removal": {
      const { marking_id: markingId } = item;
      await callApiAs(userId, "delete-exam-marking", { params: { attemptId, markingId } });
      return allStored(() => answers.onMarkingRemoved(attemptId, markingId));
    }
  }
}

function settleSent(store: ExamStore, item: Unsent, { leftOut }: Reply): Promise<void> {
  switch (item.kind) {
    case "removal":
      return store.purgeAttempt(item);
    case "facts":
      return store.markSent(item, item.facts.revision);
    case "changes":
      return store.markChangesSent(item, leftOut);
    case "marking-removal":
      return store.purgeMarking(item);
  }
}

async function dropDeletedAttempt(
  store: ExamStore,
  item: Unsent,
  { onAttemptRemoved, onChangesDropped }: ResponseListeners,
): Promise<void> {
  const isUnderWay = item.kind === "facts" && item.facts.outcome === "running";
  const release = isUnderWay ? await acquireExamLock(item.userId) : () => {};
  // A tab may be running the attempt.
  if (!release) return store.markRefused(item, "attempt_deleted");
  await store.purgeAttempt(item).finally(release);
  if (item.kind === "facts" || item.kind === "changes") onChangesDropped(item);
  onAttemptRemoved(item.attemptId);
}

async function handleRefusal(
  store: ExamStore,
  item: Unsent,
  failure: ApiErrorCode,
  answers: ResponseListeners,
): Promise<void> {
  if (item.kind === "removal" || failure === "attempt_deleted") return dropDeletedAttempt(store, item, answers);
  switch (item.kind) {
    case "facts":
      return store.markRefused(item, failure);
    case "marking-removal":
      showToast(messages.markingDeletionRefused);
      return store.purgeMarking(item);
    case "changes":
      if (failure !== "marking_deleted") return store.markChangesRefused(item, failure);
      showToast(messages.markingDeletedElsewhere);
      await store.purgeMarking(item);
      answers.onMarkingRemoved(item.attemptId, item.marking_id);
  }
}

/**
 * Sends the start of an exam attempt once, so that the learner's other devices know about the attempt. Does not retry,
 * because a later save carries the same data. See docs/decisions/0098-exams-without-the-server.md
 */
export async function sendAttemptStart(
  store: ExamStore,
  item: Extract<Unsent, { kind: "facts" }>,
  listeners: SyncListeners,
): Promise<void> {
  try {
    const reply = await send(item, listeners);
    reply.notify();
    await settleSent(store, item, reply);
    listeners.onLocalChange();
  } catch (error) {
    logUnsent("The start of an exam may not have been sent yet", error);
  }
}

/** Tries refused items once more at the start. */
export function startExamSender(store: ExamStore, userId: string, listeners: SyncListeners): RunningSender {
  const { onLocalChange, ...answers } = listeners;
  const waitsAgain = store.retryRefused(userId).catch(() => undefined);
  return startSender({
    listQueued: async () => {
      await waitsAgain;
      return unsentOf(await store.list(userId));
    },
    send: (item) => send(item, answers),
    onSent: async (item, reply) => {
      reply.notify();
      await settleSent(store, item, reply);
      onLocalChange();
    },
    onRefused: async (item, failure) => {
      await handleRefusal(store, item, failure, answers);
      onLocalChange();
    },
    lock: `exam-${userId}`,
    logMessages: {
      refused: "The server refused changes of a mock exam",
      failed: "Changes of a mock exam could not be sent; Parlance tries again",
    },
  });
}
