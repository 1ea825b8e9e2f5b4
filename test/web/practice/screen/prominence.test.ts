import { describe, expect, it } from "vitest";
import { type Activity, createPractice, type Practice } from "../../../../domain/practice/practice.ts";
import { audioInUse, prominentControls } from "../../../../web/src/features/practice/screen/prominence.ts";

const recording = { number: 7, attempt: 1, recordedAt: 0, durationSeconds: 4, interrupted: false };
const fresh = createPractice(2);

const during = (practice: Practice, activity: Activity): Practice => ({ ...practice, activity });
const quiet: Activity = { kind: "quiet" };
const recorded: Practice = {
  ...fresh,
  segments: fresh.segments.map((segment, at) =>
    at === 0 ? { ...segment, recordings: [recording], currentRecording: 7 } : segment,
  ),
};

describe("prominentControls", () => {
  it.each<[string, Practice, boolean, readonly string[]]>([
    ["highlights the original before it was played", fresh, false, ["original"]],
    ["highlights nothing while the original plays", during(fresh, { kind: "playing", audio: "original" }), false, []],
    [
      "highlights the original while it is about to start again",
      during(fresh, { kind: "restarting" }),
      false,
      ["original"],
    ],
    [
      "highlights nothing while the reference plays before the first attempt",
      during(fresh, { kind: "playing", audio: "translation" }),
      false,
      [],
    ],
    ["highlights Finish Attempt while recording", during(fresh, { kind: "recording" }), false, ["finish-attempt"]],
    [
      "highlights Finish Attempt while the recording is being stored",
      during(fresh, { kind: "processing" }),
      false,
      ["finish-attempt"],
    ],
    [
      "highlights the recording and the reference after an attempt",
      during(recorded, quiet),
      false,
      ["own", "translation"],
    ],
    [
      "highlights nothing while the recording plays",
      during(recorded, { kind: "playing", audio: "own", recording: 7 }),
      true,
      [],
    ],
    ["highlights Next after the comparison", during(recorded, quiet), true, ["next"]],
    [
      "highlights Next while the original is paused after the comparison",
      during(recorded, { kind: "paused" }),
      true,
      ["next"],
    ],
  ])("%s", (_, practice, isCompared, expected) => {
    expect(prominentControls(practice, "ready", isCompared)).toEqual(expected);
  });

  it("highlights only Next before a recording if the original is missing or broken", () => {
    for (const gone of ["missing", "empty", "malformed"] as const) {
      expect(prominentControls(fresh, gone, false)).toEqual(["next"]);
    }
    for (const state of ["loading", "unreachable"] as const) {
      expect(prominentControls(fresh, state, false)).toEqual(["original"]);
    }
  });
});

describe("audioInUse", () => {
  it.each<[Activity, string | null]>([
    [quiet, null],
    [{ kind: "playing", audio: "translation" }, "translation"],
    [{ kind: "playing", audio: "own", recording: 7 }, "own"],
    [{ kind: "paused" }, "original"],
    [{ kind: "restarting" }, "original"],
    [{ kind: "recording" }, "own"],
    [{ kind: "processing" }, "own"],
  ])("for %j returns %s", (activity, expected) => {
    expect(audioInUse(activity)).toBe(expected);
  });
});
