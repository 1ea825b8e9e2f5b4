import {
  type ExamAttempt,
  type ExamAttemptFacts,
  type Marking,
  type MarkingChange,
  mostChangesAtOnce,
} from "../../../../../../domain/exam/exam-attempt.ts";
import { datedBy } from "../../../../../../domain/exam/exam-coherence.ts";
import { isSameSubject } from "../../../../../../domain/exam/exam-marking.ts";
import type { ApiFailure } from "../../../../api.ts";
import { serverNow } from "../../../../browser/server-time.ts";
import { messages } from "../../../../messages.ts";
import { logUnsent, type Sending, startSending } from "../../../../start-sending.ts";
import { showToast } from "../../../../ui/toasts.ts";
import { callApiAs } from "../../../accounts/call-as.ts";
import { holdSoleMock } from "../sole-mock.ts";
import type { AttemptKey, MarkingKey, NewChanges } from "./exam-database.ts";
import type { ExamStore, ExamsHere } from "./exam-store.ts";

/** Something of a learner's mocks that the server is to be told. */
type Unsent =
  | (AttemptKey & { kind: "removal" })
  | (AttemptKey & { kind: "facts"; facts: ExamAttemptFacts })
  | (NewChanges & { kind: "changes"; changes: MarkingChange[] })
  | (MarkingKey & { kind: "marking-removal" });

/**
 * Returns the unsent facts in an order that the server accepts: a mock exam before its markings. Leaves out refused mock
 * exams and their markings.
 */
function unsentOf({ attempts, markings, removedMarkings }: ExamsHere): readonly Unsent[] {
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

/** Counts the mock exams with facts that the server does not have, refused ones included. */
export function unsentMocks({ attempts, markings, removedMarkings }: ExamsHere): number {
  const unsent = attempts.filter((each) => each.kind === "removed" || each.facts.revision > each.sentRevision);
  return new Set([...unsent, ...markings, ...removedMarkings].map(({ attemptId }) => attemptId)).size;
}

/** Told what the server answers, before what was sent is forgotten here. */
export type Answers = {
  attempt: (attempt: ExamAttempt) => void;
  marking: (attemptId: string, marking: Marking) => void;
  /** The learner deleted it, here or on another device. */
  removed: (attemptId: string) => void;
  /** The learner deleted a marking, here or on another device. */
  markingRemoved: (attemptId: string, markingId: string) => void;
  /** Marks or facts of this browser were dropped: the learner had deleted the mock on another device. */
  lost: (item: Extract<Unsent, { kind: "facts" | "changes" }>) => void;
};

export type Told = Answers & {
  /** What this browser holds has changed. */
  changed: () => void;
};

/** By which this tab knows an event of what it has sent itself: the answer has told it already. */
export const thisTab = crypto.randomUUID();

/** `tell` passes the server's answer on; `leftOut` are changes for which a marking has no room. */
type Reply = { tell: () => void; leftOut: readonly MarkingChange[] };

const allStored = (tell: () => void): Reply => ({ tell, leftOut: [] });

/** Sends one thing. */
async function send(item: Unsent, answers: Answers): Promise<Reply> {
  const { userId, attemptId } = item;
  switch (item.kind) {
    case "removal":
      await callApiAs(userId, "delete-exam-attempt", { params: { attemptId } });
      return allStored(() => answers.removed(attemptId));
    case "facts": {
      const body = datedBy(item.facts, serverNow());
      const attempt = await callApiAs(userId, "save-exam-attempt", { params: { attemptId }, body });
      return allStored(() => answers.attempt(attempt));
    }
    case "changes": {
      const { marking_id: markingId, created_at, changes } = item;
      const body = { created_at, changes, sender: thisTab };
      const reply = await callApiAs(userId, "mark-exam-attempt", { params: { attemptId, markingId }, body });
      const { left_out: notStored = [], ...marking } = reply;
      // Matched by what they are of: the server dates those of a fast clock with its own time.
      const leftOut = changes.filter((change) => notStored.some((one) => isSameSubject(one, change)));
      return { tell: () => answers.marking(attemptId, marking), leftOut };
    }
    case "marking-removal": {
      const { marking_id: markingId } = item;
      await callApiAs(userId, "delete-exam-marking", { params: { attemptId, markingId } });
      return allStored(() => answers.markingRemoved(attemptId, markingId));
    }
  }
}

function settle(store: ExamStore, item: Unsent, { leftOut }: Reply): Promise<void> {
  switch (item.kind) {
    case "removal":
      return store.forget(item);
    case "facts":
      return store.noteSent(item, item.facts.revision);
    case "changes":
      return store.noteChangesSent(item, leftOut);
    case "marking-removal":
      return store.forgetMarking(item);
  }
}

/** Forgets a mock that was deleted on another device, unless it is being sat: then its next word brings it up again. */
async function forget(store: ExamStore, item: Unsent, { removed, lost }: Answers): Promise<void> {
  const isUnderWay = item.kind === "facts" && item.facts.outcome === "running";
  const release = isUnderWay ? await holdSoleMock(item.userId) : () => {};
  if (!release) return store.noteRefused(item, "attempt_deleted");
  await store.forget(item).finally(release);
  if (item.kind === "facts" || item.kind === "changes") lost(item);
  removed(item.attemptId);
}

async function refuse(store: ExamStore, item: Unsent, failure: ApiFailure, answers: Answers): Promise<void> {
  if (item.kind === "removal" || failure === "attempt_deleted") return forget(store, item, answers);
  switch (item.kind) {
    case "facts":
      return store.noteRefused(item, failure);
    case "marking-removal":
      showToast(messages.markingNotDeleted);
      return store.forgetMarking(item);
    case "changes":
      if (failure !== "marking_deleted") return store.noteChangesRefused(item, failure);
      showToast(messages.markingDeletedElsewhere);
      await store.forgetMarking(item);
      answers.markingRemoved(item.attemptId, item.marking_id);
  }
}

/**
 * Tells the server once that a mock begins, so that the learner's other devices know; what cannot be told now is told with
 * what comes later. Nothing waits for it, and nothing is tried again while the mock is sat.
 * Why: docs/decisions/0098-exams-without-the-server.md
 */
export async function tellBegun(store: ExamStore, item: Extract<Unsent, { kind: "facts" }>, told: Told): Promise<void> {
  try {
    const reply = await send(item, told);
    reply.tell();
    await settle(store, item, reply);
    told.changed();
  } catch (error) {
    logUnsent("That a mock exam began was not told yet", error);
  }
}

/** Sends what the server does not know of a learner's mocks, what it refused before too, until it is stopped. */
export function startExamSender(store: ExamStore, userId: string, told: Told): Sending {
  const { changed, ...answers } = told;
  const waitsAgain = store.retryRefused(userId).catch(() => undefined);
  return startSending({
    waiting: async () => {
      await waitsAgain;
      return unsentOf(await store.list(userId));
    },
    send: (item) => send(item, answers),
    settle: async (item, reply) => {
      reply.tell();
      await settle(store, item, reply);
      changed();
    },
    refuse: async (item, failure) => {
      await refuse(store, item, failure, answers);
      changed();
    },
    lock: `exam-${userId}`,
    words: {
      refused: "What is new of a mock exam was refused and is kept in this browser",
      failed: "What is new of a mock exam was not saved yet",
    },
  });
}
