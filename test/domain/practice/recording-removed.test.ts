import { describe, expect, test } from "vitest";
import {
  createPractice,
  type Practice,
  type PracticeEvent,
  shownRecording,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

const takeOf = (number: number) => ({ number, attempt: 1, recordedAt: 0, durationSeconds: 2, interrupted: false });
const attempt = (number: number): PracticeEvent[] => [
  { type: "play", audio: "original" },
  { type: "playback-ended", audio: "original" },
  { type: "finish-attempt" },
  { type: "take-saved", take: takeOf(number) },
];
const restart: PracticeEvent[] = [{ type: "ask-restart" }, { type: "confirm-restart" }];
const after = (...events: PracticeEvent[]): Practice =>
  events.reduce((practice, event) => practiceTransition(practice, event).practice, createPractice(2));

describe("of two takes", () => {
  const both = after(...attempt(1), ...restart, ...attempt(2));

  test("the earlier one can be removed without the present one being lost", () => {
    const { practice, effects } = practiceTransition(both, { type: "take-removed", index: 0, number: 1 });
    expect(shownRecording(practice)).toBe(2);
    expect(practice.segments[0]?.currentRecording).toBe(2);
    expect(effects).toEqual([]);
  });

  test("the present one leaves no other in its place as the attempt's own", () => {
    const { practice } = practiceTransition(both, { type: "take-removed", index: 0, number: 2 });
    expect(practice.segments[0]?.currentRecording).toBeNull();
    expect(practice.segments[0]?.recordings.map(({ number }) => number)).toEqual([1]);
  });

  test("one that another segment has, or that nobody has, changes nothing", () => {
    for (const [index, number] of [
      [1, 2],
      [0, 3],
      [7, 1],
    ] as const) {
      expect(practiceTransition(both, { type: "take-removed", index, number })).toEqual({
        practice: both,
        effects: [],
      });
    }
  });
});
