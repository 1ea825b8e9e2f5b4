import { describe, expect, test } from "vitest";
import {
  createPractice,
  type Practice,
  type PracticeEvent,
  shownRecording,
} from "../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../domain/practice/practice-transition.ts";

const recordingOf = (number: number) => ({ number, attempt: 1, recordedAt: 0, durationSeconds: 2, interrupted: false });
const attempt = (number: number): PracticeEvent[] => [
  { type: "play", audio: "original" },
  { type: "playback-ended", audio: "original" },
  { type: "finish-attempt" },
  { type: "recording-saved", recording: recordingOf(number) },
];
const restart: PracticeEvent[] = [{ type: "ask-restart" }, { type: "confirm-restart" }];
const after = (...events: PracticeEvent[]): Practice =>
  events.reduce((practice, event) => practiceTransition(practice, event).practice, createPractice(2));

describe("the removal of a recording", () => {
  const both = after(...attempt(1), ...restart, ...attempt(2));

  test("keeps the current recording if an earlier recording is removed", () => {
    const { practice, effects } = practiceTransition(both, { type: "recording-removed", index: 0, number: 1 });
    expect(shownRecording(practice)).toBe(2);
    expect(practice.segments[0]?.currentRecording).toBe(2);
    expect(effects).toEqual([]);
  });

  test("leaves no current recording if the current recording is removed", () => {
    const { practice } = practiceTransition(both, { type: "recording-removed", index: 0, number: 2 });
    expect(practice.segments[0]?.currentRecording).toBeNull();
    expect(practice.segments[0]?.recordings.map(({ number }) => number)).toEqual([1]);
  });

  test("changes nothing for an unknown segment or recording", () => {
    for (const [index, number] of [
      [1, 2],
      [0, 3],
      [7, 1],
    ] as const) {
      expect(practiceTransition(both, { type: "recording-removed", index, number })).toEqual({
        practice: both,
        effects: [],
      });
    }
  });
});
