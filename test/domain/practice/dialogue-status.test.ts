import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DialogueStatus,
  dialogueAfter,
  dialoguePath,
  dialogueStatusOf,
  nextDialogue,
} from "../../../domain/practice/dialogue-status.ts";
import type { CompletedScenario, UserProgress } from "../../../domain/practice/progress.ts";

const dialogue = { language: "nepali", scenarioId: "health-1" } as const;
const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T09:00:00.000Z`;

const attempt = (segment: number, at: number, facts: Partial<UserProgress> = {}): UserProgress => ({
  user_id: "asha",
  language: "nepali",
  scenario_id: "health-1",
  segment_id: `segment-${segment}`,
  attempts: 1,
  completed: true,
  last_attempt_at: day(at),
  segment_count: 2,
  ...facts,
});

const mark = (at: number, facts: Partial<CompletedScenario> = {}): CompletedScenario => ({
  user_id: "asha",
  language: "nepali",
  scenario_id: "health-1",
  topic_id: "health",
  completed_at: day(at),
  ...facts,
});

describe("the status of a dialogue", () => {
  test("is new before its first attempt, even if other dialogues are in progress", () => {
    expect(dialogueStatusOf({ rows: [], completed: [] }, dialogue)).toEqual({ kind: "new" });
    const other = {
      rows: [attempt(1, 3, { scenario_id: "health-2" })],
      completed: [mark(3, { language: "mandarin" })],
    };
    expect(dialogueStatusOf(other, dialogue)).toEqual({ kind: "new" });
  });

  test("is begun after the first attempt, even if the attempt is unfinished", () => {
    const rows = [attempt(1, 3, { completed: false })];
    expect(dialogueStatusOf({ rows, completed: [] }, dialogue)).toEqual({
      kind: "begun",
      progress: { done: 0, total: 2 },
      practisedAt: day(3),
      resumeIndex: 0,
    });
  });

  test("is begun until all segments are completed and the learner reaches the end", () => {
    const half = { rows: [attempt(1, 5), attempt(2, 3, { completed: false })], completed: [mark(4)] };
    expect(dialogueStatusOf(half, dialogue)).toMatchObject({ kind: "begun", practisedAt: day(5) });
    const unmarked = { rows: [attempt(1, 5), attempt(2, 3)], completed: [] };
    expect(dialogueStatusOf(unmarked, dialogue)).toMatchObject({ kind: "begun", progress: { done: 2, total: 2 } });
    const whole = { rows: [attempt(1, 5), attempt(2, 3)], completed: [mark(6)] };
    expect(dialogueStatusOf(whole, dialogue)).toEqual({ kind: "completed", practisedAt: day(6) });
  });

  test("is completed if a completion is stored without attempts", () => {
    expect(dialogueStatusOf({ rows: [], completed: [mark(2)] }, dialogue)).toEqual({
      kind: "completed",
      practisedAt: day(2),
    });
  });
});

describe("the link to a dialogue", () => {
  const entrance = (rows: readonly UserProgress[], completed: readonly CompletedScenario[] = []) =>
    dialoguePath("health-1", dialogueStatusOf({ rows, completed }, dialogue));
  const ofFive = (segment: number, facts: Partial<UserProgress> = {}) =>
    attempt(segment, 3, { segment_count: 5, ...facts });

  test("opens the first segment if the dialogue is new or completed", () => {
    expect(entrance([])).toBe("/topic/health-1");
    expect(entrance([attempt(1, 3), attempt(2, 3)], [mark(4)])).toBe("/topic/health-1");
  });

  test("opens the first uncompleted segment, even if later segments are completed", () => {
    expect(entrance([ofFive(1), ofFive(2)])).toBe("/topic/health-1?segment=3");
    expect(entrance([ofFive(1), ofFive(4)])).toBe("/topic/health-1?segment=2");
    expect(entrance([ofFive(1), ofFive(2, { completed: false }), ofFive(3)])).toBe("/topic/health-1?segment=2");
    expect(entrance([ofFive(3)])).toBe("/topic/health-1");
  });

  test("opens the last segment if all segments are completed and the end was not reached", () => {
    expect(entrance([1, 2, 3, 4, 5].map((segment) => ofFive(segment)))).toBe("/topic/health-1?segment=5");
  });

  test("opens the segment after the completed segments if the dialogue's length is unknown", () => {
    const { segment_count: _, ...unnumbered } = attempt(1, 3);
    expect(entrance([unnumbered])).toBe("/topic/health-1?segment=2");
  });

  test("contains the language on request", () => {
    const status = dialogueStatusOf({ rows: [ofFive(1)], completed: [] }, dialogue);
    expect(dialoguePath("health-1", status, "nepali")).toBe("/topic/health-1?language=nepali&segment=2");
    expect(dialoguePath("health-1", { kind: "new" }, "nepali")).toBe("/topic/health-1?language=nepali&segment=1");
  });

  test("names no segment for a dialogue of one segment", () => {
    expect(entrance([attempt(1, 3, { segment_count: 1 })])).toBe("/topic/health-1");
  });
});

const unknown: DialogueStatus = { kind: "new" };
const begun = (at: number): DialogueStatus => ({
  kind: "begun",
  progress: { done: 1, total: 2 },
  practisedAt: day(at),
  resumeIndex: 1,
});
const completed = (at: number): DialogueStatus => ({ kind: "completed", practisedAt: day(at) });
const nextOf = (...statuses: DialogueStatus[]) =>
  nextDialogue(statuses.map((status, at) => ({ at: at + 1, status })))?.at ?? null;

describe("the dialogue to practise next", () => {
  test("is the most recently practised dialogue in progress, rather than a new dialogue", () => {
    expect(nextOf(unknown, begun(3), begun(8), begun(5), completed(9))).toBe(3);
  });

  test("is the first new dialogue if none is in progress", () => {
    expect(nextOf(completed(1), unknown, unknown)).toBe(2);
  });

  test("is the dialogue practised longest ago if all dialogues are completed", () => {
    expect(nextOf(completed(7), completed(2), completed(4))).toBe(2);
  });

  test("is null without dialogues", () => {
    expect(nextOf()).toBeNull();
  });

  test("is chosen by status in this order: in progress, new, completed", () => {
    const status = fc.oneof(
      fc.constant(unknown),
      fc.integer({ min: 1, max: 30 }).map(begun),
      fc.integer({ min: 1, max: 30 }).map(completed),
    );
    fc.assert(
      fc.property(fc.array(status, { minLength: 1, maxLength: 12 }), (statuses) => {
        const next = nextDialogue(statuses.map((each) => ({ status: each })))?.status;
        const kinds = statuses.map(({ kind }) => kind);
        const wanted = kinds.includes("begun") ? "begun" : kinds.includes("new") ? "new" : "completed";
        expect(next?.kind).toBe(wanted);
        const instants = statuses.flatMap((each) =>
          each.kind === wanted && each.kind !== "new" ? [each.practisedAt] : [],
        );
        const edge = instants.toSorted().at(wanted === "begun" ? -1 : 0);
        expect(next && next.kind !== "new" ? next.practisedAt : undefined).toBe(edge);
      }),
    );
  });
});

describe("the dialogue after a finished dialogue", () => {
  const following = (finished: number, ...statuses: DialogueStatus[]) =>
    dialogueAfter(
      `d${finished}`,
      statuses.map((status, at) => ({ id: `d${at + 1}`, status })),
    )?.id ?? null;

  test("is another dialogue in progress, otherwise a new dialogue", () => {
    expect(following(1, begun(9), unknown, begun(3))).toBe("d3");
    expect(following(1, begun(9), completed(3), unknown)).toBe("d3");
    expect(following(2, unknown, begun(9))).toBe("d1");
  });

  test("is null if all other dialogues are completed", () => {
    expect(following(1, begun(9), completed(3), completed(4))).toBeNull();
    expect(following(1, completed(9))).toBeNull();
  });
});
