import type { ExamAttemptFacts, MarkingChange } from "../../../../../../domain/exam/exam-attempt.ts";
import { isSameSubject, mergeChanges } from "../../../../../../domain/exam/exam-marking.ts";
import type { ApiErrorCode } from "../../../../api.ts";
import { prefixKeyRange } from "../../../../browser/database.ts";
import {
  type AttemptKey,
  connectExamDatabase,
  type MarkingKey,
  type NewChanges,
  type RemovedMarking,
  replayWriteAhead,
  type StoredAttempt,
  type StoredMarking,
  writeAhead,
} from "./exam-database.ts";

/** Exam data in this browser that the server may not have. */
export type LocalExams = {
  attempts: readonly StoredAttempt[];
  markings: readonly StoredMarking[];
  removedMarkings: readonly RemovedMarking[];
};

/**
 * Each write is one transaction, so that tabs do not overwrite each other's data. Calls reject if the browser blocks
 * storage.
 * Why: docs/decisions/0102-queue-exam-facts.md
 */
export type ExamStore = {
  list: (userId: string) => Promise<LocalExams>;
  save: (key: AttemptKey, facts: ExamAttemptFacts) => Promise<void>;
  /** Queues the removal of the attempt on the server, and deletes its markings in this browser. */
  queueRemoval: (key: AttemptKey) => Promise<void>;
  queueMarkingRemoval: (key: MarkingKey) => Promise<void>;
  /** Writes the changes to local storage at once, because the page may close before the promise settles. */
  addChanges: (changes: NewChanges) => Promise<void>;
  /** Keeps an attempt that is still running, so that the exam can resume after an interruption. */
  markSent: (key: AttemptKey, revision: number) => Promise<void>;
  markChangesSent: (changes: NewChanges, leftOut: readonly MarkingChange[]) => Promise<void>;
  markRefused: (key: AttemptKey, failure: ApiErrorCode) => Promise<void>;
  markChangesRefused: (key: MarkingKey, failure: ApiErrorCode) => Promise<void>;
  purgeAttempt: (key: AttemptKey) => Promise<void>;
  purgeMarking: (key: MarkingKey) => Promise<void>;
  retryRefused: (userId: string) => Promise<void>;
  clear: (userId: string) => Promise<void>;
};

const storeNames = ["attempts", "markings"] as const;

/** A strict commit survives a crash of the machine. */
const durableOptions = { durability: "strict" } as const;

const withoutSent = (changes: readonly MarkingChange[], sent: readonly MarkingChange[]) => {
  const sentTexts = new Set(sent.map((change) => JSON.stringify(change)));
  return changes.filter((change) => !sentTexts.has(JSON.stringify(change)));
};

function withoutSubjectsOf(later: readonly MarkingChange[], leftOut: readonly MarkingChange[] = []) {
  return { leftOut: leftOut.filter((each) => !later.some((one) => isSameSubject(one, each))) };
}

const withoutRefusal = <Record extends { refused?: ApiErrorCode }>({ refused: _, ...record }: Record) => record;

export function openExamStore(): ExamStore {
  const { connect } = connectExamDatabase();
  const writeAttempts = async () => (await connect()).transaction("attempts", "readwrite", durableOptions);
  const writeMarkings = async () => (await connect()).transaction("markings", "readwrite", durableOptions);
  const writeBoth = async () => (await connect()).transaction(storeNames, "readwrite", durableOptions);

  const addChanges = async (added: NewChanges, isStillToAdd: () => boolean) => {
    const writing = await writeBoth();
    const attempt = await writing.objectStore("attempts").get([added.userId, added.attemptId]);
    const store = writing.objectStore("markings");
    const known = await store.get([added.userId, added.attemptId, added.marking_id]);
    if (attempt?.kind !== "removed" && !known?.removed && isStillToAdd()) {
      const begun: StoredMarking = known ? withoutRefusal(known) : added;
      const leftOut = withoutSubjectsOf(added.changes, begun.leftOut);
      await store.put({ ...begun, ...leftOut, changes: mergeChanges(known?.changes ?? [], added.changes) });
    }
    await writing.done;
  };

  return {
    list: async (userId) => {
      await replayWriteAhead(userId, addChanges);
      const reading = (await connect()).transaction(storeNames);
      const range = prefixKeyRange(userId);
      const [attempts, all] = await Promise.all([
        reading.objectStore("attempts").getAll(range),
        reading.objectStore("markings").getAll(range),
      ]);
      const markings = all.filter((each) => each.removed !== true);
      return { attempts, markings, removedMarkings: all.filter((each) => each.removed === true) };
    },
    save: async (key, facts) => {
      const { store, done } = await writeAttempts();
      const known = await store.get([key.userId, key.attemptId]);
      const isLate = known?.kind === "removed" || (known && known.facts.revision >= facts.revision);
      if (!isLate) await store.put({ ...key, kind: "facts", facts, sentRevision: known?.sentRevision ?? 0 });
      await done;
    },
    queueRemoval: async (key) => {
      const writing = await writeBoth();
      await writing.objectStore("attempts").put({ ...key, kind: "removed" });
      await writing.objectStore("markings").delete(prefixKeyRange(key.userId, key.attemptId));
      await writing.done;
    },
    queueMarkingRemoval: async ({ userId, attemptId, marking_id }) => {
      const writing = await writeBoth();
      const attempt = await writing.objectStore("attempts").get([userId, attemptId]);
      const isNeeded = attempt?.kind !== "removed";
      if (isNeeded) await writing.objectStore("markings").put({ userId, attemptId, marking_id, removed: true });
      await writing.done;
    },
    addChanges: (added) => writeAhead(added, addChanges),
    markSent: async ({ userId, attemptId }, revision) => {
      const { store, done } = await writeAttempts();
      const known = await store.get([userId, attemptId]);
      if (known?.kind === "facts") {
        const isOver = known.facts.outcome !== "running" && known.facts.revision <= revision;
        if (isOver) await store.delete([userId, attemptId]);
        else await store.put({ ...known, sentRevision: Math.max(known.sentRevision, revision) });
      }
      await done;
    },
    markChangesSent: async (sent, notStored) => {
      const { store, done } = await writeMarkings();
      const key: [string, string, string] = [sent.userId, sent.attemptId, sent.marking_id];
      const known = await store.get(key);
      if (known && !known.removed) {
        const changes = withoutSent(known.changes, sent.changes);
        const { leftOut } = withoutSubjectsOf(changes, mergeChanges(known.leftOut ?? [], notStored));
        if (changes.length > 0 || leftOut.length > 0) await store.put({ ...known, changes, leftOut });
        else await store.delete(key);
      }
      await done;
    },
    markRefused: async ({ userId, attemptId }, refused) => {
      const { store, done } = await writeAttempts();
      const known = await store.get([userId, attemptId]);
      if (known?.kind === "facts") await store.put({ ...known, refused });
      await done;
    },
    markChangesRefused: async ({ userId, attemptId, marking_id }, refused) => {
      const { store, done } = await writeMarkings();
      const known = await store.get([userId, attemptId, marking_id]);
      if (known && !known.removed) await store.put({ ...known, refused });
      await done;
    },
    purgeAttempt: async ({ userId, attemptId }) => {
      const writing = await writeBoth();
      await writing.objectStore("attempts").delete([userId, attemptId]);
      await writing.objectStore("markings").delete(prefixKeyRange(userId, attemptId));
      await writing.done;
    },
    purgeMarking: async ({ userId, attemptId, marking_id }) => {
      const { store, done } = await writeMarkings();
      await store.delete([userId, attemptId, marking_id]);
      await done;
    },
    retryRefused: async (userId) => {
      const writing = await writeBoth();
      const [attempts, markings] = [writing.objectStore("attempts"), writing.objectStore("markings")];
      for (const attempt of await attempts.getAll(prefixKeyRange(userId))) {
        if (attempt.kind === "facts" && attempt.refused) await attempts.put(withoutRefusal(attempt));
      }
      for (const marking of await markings.getAll(prefixKeyRange(userId))) {
        if (marking.removed) continue;
        const { leftOut = [], ...waiting } = withoutRefusal(marking);
        if (marking.refused || leftOut.length > 0) {
          await markings.put({ ...waiting, changes: mergeChanges(waiting.changes, leftOut) });
        }
      }
      await writing.done;
    },
    clear: async (userId) => {
      const writing = await writeBoth();
      await Promise.all(storeNames.map((name) => writing.objectStore(name).delete(prefixKeyRange(userId))));
      await writing.done;
    },
  };
}
