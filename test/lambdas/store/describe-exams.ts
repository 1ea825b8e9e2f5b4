import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type ExamAttemptFacts,
  type Marking,
  type MarkingChange,
  type MarkingSummary,
  maxAttemptsPerPage,
  maxDeletedMarkings,
  maxDialogues,
  maxMarkings,
} from "../../../domain/exam/exam-attempt.ts";
import { markExamAttempt } from "../../../lambdas/api/mark-exam-attempt.ts";
import { saveExamAttempt } from "../../../lambdas/api/save-exam-attempt.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createExamAttemptStore } from "../../../lambdas/store/exam-attempts.ts";
import { createExamMarkingStore } from "../../../lambdas/store/exam-markings.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import {
  aNote,
  aNoteChange,
  anExamAttempt,
  instantAt,
  largestDialogue,
  largestMarking,
  longestNote,
} from "../support/exam-builders.ts";
import { maxRowBytes, rowSize } from "../support/row-size.ts";

const tableName = localTableName("exam_attempts");
const aKey = () => ({ userId: randomUUID(), attemptId: randomUUID() });
const aMarking = (fields: Partial<Marking> = {}): Marking => ({
  ...{ marking_id: randomUUID(), created_at: instantAt(0), changes: [aNoteChange(aNote())] },
  ...fields,
});
const aSummary = (fields: Partial<MarkingSummary> = {}): MarkingSummary => ({
  ...{ marking_id: randomUUID(), created_at: instantAt(0), marker: "", lost: [0, 0], marked: 0 },
  ...fields,
});

export function describeExams(open: () => DocumentStore): void {
  const attempts = () => createExamAttemptStore(open(), tableName, allowEveryAccount);
  const markings = () => createExamMarkingStore(open(), tableName, allowEveryAccount);

  describe("the exam-attempt store", () => {
    it("stores, finds and lists exam attempts by learner", async () => {
      const [key, other] = [aKey(), aKey()];
      expect(await attempts().get(key)).toBeNull();
      await attempts().save(key, anExamAttempt());
      await attempts().save(other, anExamAttempt());
      const stored = { ...anExamAttempt(), attempt_id: key.attemptId, user_id: key.userId, markings: [] };
      expect(await attempts().get(key)).toEqual(stored);
      expect(await attempts().list(key.userId)).toEqual([stored]);
      expect(await attempts().get({ ...key, userId: other.userId })).toBeNull();
    });

    it("stores the newest revision, even if an older revision arrives later", async () => {
      const key = aKey();
      for (const revision of [2, 1, 2, 3, 1]) await attempts().save(key, anExamAttempt({ revision, seed: revision }));
      expect(await attempts().get(key)).toMatchObject({ revision: 3, seed: 3 });
      await attempts().save(key, anExamAttempt({ revision: 3, seed: 9 }));
      expect(await attempts().get(key)).toMatchObject({ revision: 3, seed: 3 });
    });

    it("does not remove the summaries of markings when newer facts are saved", async () => {
      const key = aKey();
      await attempts().save(key, anExamAttempt());
      const [later, first] = [aSummary({ created_at: instantAt(9) }), aSummary()];
      for (const summary of [later, first])
        expect(await attempts().summarise(key, summary, { marking: 1, facts: 1 })).toBe("there");
      await attempts().save(key, anExamAttempt({ revision: 2 }));
      expect(await attempts().get(key)).toMatchObject({ revision: 2, markings: [first, later] });
    });

    it("refuses a summary that was computed from another revision of the facts", async () => {
      const key = aKey();
      const summary = aSummary();
      await attempts().save(key, anExamAttempt({ revision: 2 }));
      for (const facts of [1, 3]) {
        expect(await attempts().summarise(key, summary, { marking: 1, facts })).toBe("outdated");
      }
      expect(await attempts().get(key)).toMatchObject({ markings: [] });
      expect(await attempts().summarise(key, summary, { marking: 1, facts: 2 })).toBe("there");
      await attempts().save(key, anExamAttempt({ revision: 3 }));
      expect(await attempts().summarise(key, { ...summary, marked: 1 }, { marking: 1, facts: 2 })).toBe("outdated");
      expect(await attempts().get(key)).toMatchObject({ markings: [summary] });
    });

    it("stores the summary of a marking's latest revision", async () => {
      const key = aKey();
      await attempts().save(key, anExamAttempt());
      const summary = aSummary();
      for (const revision of [0, 2, 1, 0]) {
        expect(
          await attempts().summarise(key, { ...summary, lost: [revision, 0] }, { marking: revision, facts: 1 }),
        ).toBe("there");
      }
      expect(await attempts().get(key)).toMatchObject({ markings: [{ lost: [2, 0] }] });
    });

    it("accepts another summary of the same marking revision", async () => {
      const key = aKey();
      await attempts().save(key, anExamAttempt());
      const summary = aSummary();
      for (const marked of [1, 4])
        expect(await attempts().summarise(key, { ...summary, marked }, { marking: 1, facts: 1 })).toBe("there");
      expect(await attempts().get(key)).toMatchObject({ markings: [{ marked: 4 }] });
    });

    it("accepts simultaneous summaries up to the limit of markings", async () => {
      const key = aKey();
      expect(await attempts().summarise(key, aSummary(), { marking: 0, facts: 1 })).toBe("gone");
      await attempts().save(key, anExamAttempt());
      const summaries = Array.from({ length: maxMarkings + 3 }, () => aSummary());
      const outcomes = await Promise.all(
        summaries.map((summary) => attempts().summarise(key, summary, { marking: 0, facts: 1 })),
      );
      expect(outcomes.filter((outcome) => outcome === "there")).toHaveLength(maxMarkings);
      expect(outcomes.filter((outcome) => outcome === "full")).toHaveLength(3);
    });

    it("stores the id of a removed marking, and refuses later summaries of the marking", async () => {
      const key = aKey();
      const [one, other, never] = [aSummary(), aSummary({ created_at: instantAt(1) }), aSummary()];
      expect(await attempts().removeMarking(key, one.marking_id)).toBe("gone");
      await attempts().save(key, anExamAttempt());
      for (const summary of [one, other]) await attempts().summarise(key, summary, { marking: 1, facts: 1 });
      for (const { marking_id } of [one, never, one]) {
        expect(await attempts().removeMarking(key, marking_id)).toBe("removed");
      }
      for (const summary of [one, never])
        expect(await attempts().summarise(key, summary, { marking: 9, facts: 1 })).toBe("deleted");
      await attempts().save(key, anExamAttempt({ revision: 2 }));
      const stored = await attempts().get(key);
      expect(stored).toMatchObject({ revision: 2, markings: [other] });
      const deleted = stored === null || stored === "deleted" ? [] : stored.deleted_markings;
      expect(new Set(deleted)).toEqual(new Set([one.marking_id, never.marking_id]));
      expect(await attempts().list(key.userId)).toEqual([stored]);
      await attempts().remove(key, new Date());
      expect(await attempts().removeMarking(key, other.marking_id)).toBe("gone");
    });

    it("stores the ids of removed markings up to their limit", async () => {
      const key = aKey();
      await attempts().save(key, anExamAttempt());
      const ids = Array.from({ length: maxDeletedMarkings }, () => randomUUID());
      await Promise.all(ids.map((id) => attempts().removeMarking(key, id)));
      expect(await attempts().removeMarking(key, randomUUID())).toBe("full");
      expect(await attempts().removeMarking(key, ids[0] ?? "")).toBe("removed");
    });

    it("ignores saves and refuses summaries of a deleted exam attempt", async () => {
      const [key, never] = [aKey(), aKey()];
      await attempts().save(key, anExamAttempt());
      await attempts().summarise(key, aSummary(), { marking: 1, facts: 1 });
      for (const each of [key, never, key]) await attempts().remove(each, new Date());
      for (const each of [key, never]) {
        await attempts().save(each, anExamAttempt({ revision: 99 }));
        expect(await attempts().summarise(each, aSummary(), { marking: 1, facts: 1 })).toBe("gone");
        expect([await attempts().get(each), await attempts().list(each.userId)]).toEqual(["deleted", []]);
      }
    });

    it("removes all exam attempts and markings of a learner, and none of another learner", async () => {
      const [key, other] = [aKey(), aKey()];
      for (const each of [key, other]) {
        await attempts().save(each, anExamAttempt());
        await markings().replace(each, null, aMarking());
      }
      await attempts().removeAll(key.userId);
      expect([await attempts().list(key.userId), await markings().listAll(key.userId)]).toEqual([[], []]);
      expect([(await attempts().list(other.userId)).length, (await markings().list(other)).length]).toEqual([1, 1]);
    });
  });

  it("the exam-attempt store returns a further page after a page with only deleted exam attempts", async () => {
    const { userId } = aKey();
    const ids = Array.from({ length: maxAttemptsPerPage + 3 }, () => randomUUID()).toSorted();
    const [deleted, there] = [ids.slice(0, maxAttemptsPerPage), ids.slice(maxAttemptsPerPage)];
    await Promise.all(deleted.map((attemptId) => attempts().remove({ userId, attemptId }, new Date())));
    await Promise.all(there.map((attemptId) => attempts().save({ userId, attemptId }, anExamAttempt())));
    const first = await attempts().page(userId);
    expect(first).toEqual({ attempts: [], next: deleted.at(-1) });
    const rest = await attempts().page(userId, first.next);
    expect(rest.attempts.map(({ attempt_id }) => attempt_id)).toEqual(there);
    expect(rest.next).toBeUndefined();
  });

  it("the exam-attempt store returns a smaller page if the exam attempts are large", async () => {
    const { userId } = aKey();
    const ids = Array.from({ length: maxAttemptsPerPage }, () => randomUUID());
    const largest = anExamAttempt({ dialogues: Array.from({ length: maxDialogues }, () => largestDialogue()) });
    await Promise.all(ids.map((attemptId) => attempts().save({ userId, attemptId }, largest)));
    const { attempts: some, next } = await attempts().page(userId);
    expect(some.length).toBeLessThan(ids.length);
    expect(next).toBe(some.at(-1)?.attempt_id);
    // Lambda's limit for a response: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
    expect(JSON.stringify(some).length).toBeLessThan(6 * 1024 * 1024);
  });

  describe("the markings of exam attempts", () => {
    it("are summarised with the newest facts, even if facts and marks arrive at the same time", async () => {
      const segments = Array.from({ length: 12 }, (_, segment) => segment);
      const marked = segments.map((segment): MarkingChange => {
        return { type: "segment", dialogue: 0, segment, changed_at: instantAt(0), marked: true };
      });
      const unheard = (revision: number): ExamAttemptFacts => {
        const { ended_at: _, ...facts } = anExamAttempt({ outcome: "running", revision });
        return {
          ...facts,
          dialogues: facts.dialogues.map((each) => ({ ...each, segments: segments.map(() => null) })),
        };
      };
      const services = {
        ...{ clock: systemClock, examAttempts: attempts(), examMarkings: markings() },
        bus: { publish: async () => undefined },
        callCounts: { admit: async () => null },
      };
      for (const order of ["marks first", "at once"]) {
        const key = aKey();
        const [caller, markingId] = [{ userId: key.userId, username: "asha" }, randomUUID()];
        const save = (body: ExamAttemptFacts) => saveExamAttempt({ caller, params: key, body }, services);
        const mark = (change: MarkingChange) =>
          markExamAttempt(
            { caller, params: { ...key, markingId }, body: { created_at: instantAt(0), changes: [change] } },
            services,
          );
        await save(unheard(1));
        if (order === "at once") {
          await Promise.all([
            ...marked.map(mark),
            ...[2, 3].map((revision) => save(unheard(revision))),
            save(anExamAttempt({ revision: 4 })),
          ]);
        } else {
          for (const change of marked) await mark(change);
          expect(await save(anExamAttempt({ revision: 4 }))).toMatchObject({ markings: [{ marked: 12 }] });
        }
        expect([order, await attempts().get(key)]).toMatchObject([order, { revision: 4, markings: [{ marked: 12 }] }]);
      }
    });

    it("keep each of fifty simultaneous changes", async () => {
      const key = aKey();
      const [markingId, notes] = [
        randomUUID(),
        Array.from({ length: 50 }, () => aNoteChange(aNote({ deduction: 0.5 }))),
      ];
      await attempts().save(key, anExamAttempt());
      const services = {
        ...{ clock: systemClock, examAttempts: attempts(), examMarkings: markings() },
        bus: { publish: async () => undefined },
        callCounts: { admit: async () => null },
      };
      const marked = notes.map((note) => {
        const call = {
          caller: { userId: key.userId, username: "asha" },
          body: { created_at: instantAt(0), changes: [note] },
        };
        return markExamAttempt({ ...call, params: { attemptId: key.attemptId, markingId } }, services);
      });
      const refused = (await Promise.allSettled(marked)).filter(({ status }) => status === "rejected");
      expect(refused).toEqual([]);
      const stored = await markings().get(key, markingId);
      expect(new Set(stored?.changes)).toEqual(new Set(notes));
      expect(await attempts().get(key)).toMatchObject({ markings: [{ lost: [25, 0] }] });
    });

    it("are replaced only by a caller that has read the latest revision", async () => {
      const [key, marking] = [aKey(), aMarking()];
      expect(await markings().get(key, marking.marking_id)).toBeNull();
      expect(await markings().replace(key, null, marking)).toBe(true);
      expect(await markings().replace(key, null, marking)).toBe(false);
      const read = await markings().get(key, marking.marking_id);
      expect(read).toEqual({ ...marking, revision: 1 });
      const next = { ...marking, changes: [aNoteChange(aNote({ remark: "next" }))] };
      expect(await markings().replace(key, read, next)).toBe(true);
      expect(await markings().replace(key, read, marking)).toBe(false);
      expect(await markings().get(key, marking.marking_id)).toEqual({ ...next, revision: 2 });
    });

    it("are listed for one exam attempt, oldest first, or for a learner", async () => {
      const [key, other] = [aKey(), randomUUID()];
      const [second, first, others] = [
        aMarking({ created_at: instantAt(2) }),
        aMarking({ created_at: instantAt(1) }),
        aMarking(),
      ];
      for (const marking of [second, first]) await markings().replace(key, null, marking);
      await markings().replace({ ...key, attemptId: other }, null, others);
      expect(await markings().list(key)).toEqual([first, second]);
      expect(await markings().listAll(key.userId)).toEqual([
        { ...others, attempt_id: other },
        ...[first, second].map((marking) => ({ ...marking, attempt_id: key.attemptId })),
      ]);
    });

    it("are removed one by one, or all at once for one exam attempt", async () => {
      const [key, other] = [aKey(), randomUUID()];
      const [one, two, others] = [aMarking(), aMarking(), aMarking()];
      for (const marking of [one, two]) await markings().replace(key, null, marking);
      await markings().replace({ ...key, attemptId: other }, null, others);
      for (let nth = 0; nth < 2; nth += 1) await markings().remove(key, one.marking_id);
      expect(await markings().list(key)).toEqual([two]);
      for (let nth = 0; nth < 2; nth += 1) await markings().removeOf(key);
      expect(await markings().list(key)).toEqual([]);
      expect(await markings().list({ ...key, attemptId: other })).toEqual([others]);
    });

    it("each fit into a row at the largest size, and are listed even beyond 1 MB in total", async () => {
      const key = aKey();
      const all = Array.from({ length: maxMarkings }, (_, nth) => ({
        ...largestMarking(),
        created_at: instantAt(nth),
      }));
      for (const marking of all) {
        const keys = { user_id: key.userId, exam_row: `marking#${key.attemptId}#${marking.marking_id}` };
        expect(rowSize({ ...marking, ...keys, revision: 1 })).toBeLessThan(0.9 * maxRowBytes);
        expect(await markings().replace(key, null, marking)).toBe(true);
      }
      expect(await markings().list(key)).toEqual(all);
      // DynamoDB limits the bytes of a row, and dynalite limits the characters.
      const larger = largestMarking();
      const more = Array.from({ length: 1000 }, () => aNoteChange(longestNote("語")));
      const tooLarge = markings().replace(key, null, { ...larger, changes: [...larger.changes, ...more] });
      await expect(tooLarge).rejects.toThrow("size");
    });
  });
}
