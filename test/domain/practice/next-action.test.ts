import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DialogueStatus } from "../../../domain/practice/dialogue-status.ts";
import { type NextActionFacts, nextAction } from "../../../domain/practice/next-action.ts";

const now = new Date("2026-11-25T12:00:00.000Z");
const begun = (practisedAt: string): DialogueStatus => ({
  kind: "begun",
  progress: { done: 3, total: 9 },
  practisedAt,
  resumeIndex: 3,
});
const interrupted = { id: "health-1", status: begun("2026-11-25T06:00:01.000Z") };
const hoursAgo = { id: "legal-1", status: begun("2026-11-25T06:00:00.000Z") };
const fresh = { id: "emp-1", status: { kind: "new" } } as const;
const completed = (id: string, practisedAt: string) => ({ id, status: { kind: "completed", practisedAt } }) as const;
const interruptedExam = { startedAt: "2026-11-20T09:00:00.000Z", heard: 4, of: 12 };
const examFrom = (startedAt: string) => ({ attemptId: "a", startedAt, marked: 0, heard: 12 });
const unmarkedExam = examFrom("2026-11-11T12:00:01.000Z");

type Facts = NextActionFacts<{ id: string; status: DialogueStatus }>;
const nothing: Facts = { dialogues: [], interruptedExam: null, unmarkedExam: null, reviewsDue: 0, now };
const all: Facts = {
  ...nothing,
  dialogues: [fresh, hoursAgo, interrupted],
  interruptedExam,
  unmarkedExam,
  reviewsDue: 12,
};

const leadsTo = (facts: Facts) => {
  const action = nextAction(facts);
  return action?.kind === "dialogue" ? action.dialogue.id : (action?.kind ?? null);
};

describe("the next action", () => {
  test("is an interrupted exam rather than any other action", () => {
    expect(nextAction(all)).toEqual({ kind: "continue-exam", exam: interruptedExam });
  });

  test("is a dialogue in progress practised in the last six hours, even if reviews are due", () => {
    expect(leadsTo({ ...all, interruptedExam: null })).toBe("health-1");
  });

  test("is the review even if an exam is unmarked", () => {
    const facts = { ...all, interruptedExam: null, dialogues: [fresh, hoursAgo] };
    expect(nextAction(facts)).toEqual({ kind: "review", due: 12 });
  });

  test("is the review even if a dialogue was completed today", () => {
    const today = completed("edu-1", "2026-11-25T11:00:00.000Z");
    expect(leadsTo({ ...nothing, dialogues: [today], reviewsDue: 1 })).toBe("review");
  });

  test("is an unmarked exam of the last 14 days rather than a dialogue practised six hours ago", () => {
    const facts = { ...nothing, dialogues: [fresh, hoursAgo], unmarkedExam };
    expect(nextAction(facts)).toEqual({ kind: "mark-exam", exam: unmarkedExam });
    expect(leadsTo({ ...facts, unmarkedExam: examFrom("2026-11-11T12:00:00.000Z") })).toBe("legal-1");
  });

  test("without exams and reviews is a dialogue in progress, otherwise a new one, otherwise a completed one", () => {
    const older = { id: "bus-1", status: begun("2026-11-01T09:00:00.000Z") };
    const twice = [completed("edu-1", "2026-11-02T09:00:00.000Z"), completed("edu-2", "2026-11-01T09:00:00.000Z")];
    expect(leadsTo({ ...nothing, dialogues: [...twice, fresh, older, hoursAgo] })).toBe("legal-1");
    expect(leadsTo({ ...nothing, dialogues: [...twice, fresh] })).toBe("emp-1");
    expect(leadsTo({ ...nothing, dialogues: twice })).toBe("edu-2");
  });

  test("is null without dialogues, exams and reviews", () => {
    expect(nextAction(nothing)).toBeNull();
  });

  test("follows the order of priority for any subset of six possible actions", () => {
    const order = ["continue-exam", "health-1", "review", "mark-exam", "legal-1", "emp-1"];
    fc.assert(
      fc.property(fc.subarray(order), (present) => {
        const has = (step: string) => present.includes(step);
        const facts: Facts = {
          ...nothing,
          dialogues: [fresh, hoursAgo, interrupted].filter(({ id }) => has(id)),
          interruptedExam: has("continue-exam") ? interruptedExam : null,
          unmarkedExam: has("mark-exam") ? unmarkedExam : null,
          reviewsDue: has("review") ? 1 : 0,
        };
        expect(leadsTo(facts)).toBe(present[0] ?? null);
      }),
    );
  });
});
