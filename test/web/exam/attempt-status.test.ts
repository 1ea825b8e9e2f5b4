import { describe, expect, it } from "vitest";
import { countHeard } from "../../../domain/exam/deciding-marking.ts";
import type { MarkingSummary } from "../../../domain/exam/exam-attempt.ts";
import { examCardView, weakestSegments } from "../../../web/src/features/exam/attempt-status.ts";
import { type KnownAttempt, mergeLocalExams } from "../../../web/src/features/exam/attempts/merge-local-exams.ts";
import { practicePath } from "../../../web/src/features/exam/result/next-practice.tsx";
import { attemptFacts, attemptFromServer, runningAttemptFacts } from "./attempts.ts";
import { aNote, aDialogue as dialogueOf, heard } from "./marked-attempts.ts";

const known = (attempt_id: string, change: Partial<KnownAttempt> = {}): KnownAttempt => ({
  ...attemptFromServer(attemptFacts(), { attempt_id }),
  ...{ syncStatus: { kind: "sent" }, isRunningInThisBrowser: false },
  ...change,
});
const summary = (marked: number, lost: number[], marker = ""): MarkingSummary => ({
  ...{ marking_id: `of ${marker || "learner"}`, created_at: "2026-11-22T11:00:00.000Z", marker, lost, marked },
});
const ids = (all: readonly { attempt: KnownAttempt }[]) => all.map(({ attempt }) => attempt.attempt_id);

describe("for the card of exam attempts,", () => {
  it("examCardView returns no attempt for an empty list or for an ended attempt without a heard segment", () => {
    const silent = known("empty", { dialogues: [dialogueOf([null])], outcome: "ended" });
    expect(examCardView([])).toEqual({ open: [], last: null });
    expect(examCardView([silent])).toEqual({ open: [], last: null });
  });

  it("examCardView returns the newest completely marked attempt with the result of the learner's own marking", () => {
    const startedOn = (day: number) => ({ started_at: `2026-11-${day}T10:00:00.000Z` });
    const attempts = [
      known("new", { ...startedOn(23), markings: [summary(1, [0, 0])] }),
      known("marked", { ...startedOn(22), markings: [summary(4, [20, 0], "Maya"), summary(4, [2.5, 1])] }),
      known("old", { ...startedOn(21), markings: [summary(4, [0, 0])] }),
    ];
    const nothingHere = { attempts: [], markings: [], removedMarkings: [] };
    for (const listed of [attempts, attempts.toReversed()]) {
      const { last, open } = examCardView(mergeLocalExams(listed, nothingHere, "asha", () => undefined));
      expect(last).toMatchObject({ attempt: { attempt_id: "marked" }, markingId: "of learner" });
      expect(last?.outcome).toMatchObject({ marks: 86.5, of: 90, passed: true });
      expect(ids(open)).toEqual(["new"]);
    }
  });

  it("examCardView lists this browser's running attempt first, and the other attempts in the given order", () => {
    const { ended_at: _, ...running } = runningAttemptFacts();
    const { open } = examCardView([
      known("elsewhere", { ...running, ended_at: undefined }),
      known("unmarked"),
      known("here", { ...running, ended_at: undefined, isRunningInThisBrowser: true }),
    ]);
    expect(ids(open)).toEqual(["here", "elsewhere", "unmarked"]);
    expect(open.map(({ status }) => status.kind)).toEqual(["running", "running", "unmarked"]);
  });

  it("weakestSegments returns the two segments with the largest deductions in the learner's own marking", () => {
    const attempt = known("marked", { markings: [summary(4, [3.5, 2])] });
    const { last } = examCardView([attempt]);
    if (!last) throw new Error("It is marked");
    const marking = (id: string, deductions: readonly (readonly [number, number, number])[]) => ({
      ...{ marking_id: id, created_at: "2026-11-22T11:00:00.000Z" },
      changes: deductions.map(([dialogue, segment, deduction]) => aNote({ dialogue, segment, deduction })),
    });
    const own = marking("of learner", [
      [0, 0, 0.5],
      [0, 1, 3],
      [1, 1, 2],
    ]);
    const weakest = weakestSegments(last, [marking("of Maya", [[0, 0, 9]]), own], 2);
    expect(weakest.map(({ dialogue, segment, lost }) => [dialogue, segment, lost])).toEqual([
      [0, 1, 3],
      [1, 1, 2],
    ]);
    expect(weakestSegments(last, [], 2)).toEqual([]);
  });

  it("countHeard counts the heard segments and all segments", () => {
    expect(countHeard({ dialogues: [dialogueOf([heard, null]), dialogueOf([heard])] })).toEqual({ heard: 2, of: 3 });
  });
});

describe("practicePath", () => {
  it("returns a path for every dialogue to paid learners, and for examples to others", () => {
    const nepali = { scenario_id: "legal-1", language: "nepali" } as const;
    expect(practicePath(nepali, 2, "nepali")).toBe("/topic/legal-1?segment=3");
    expect(practicePath(nepali, 2, "urdu")).toBe("/topic/legal-1?language=nepali&segment=3");
    expect(practicePath(nepali, 2, null)).toBeNull();
    expect(practicePath({ ...nepali, scenario_id: "example-1" }, 0, null)).toBe("/topic/example-1?segment=1");
  });
});
