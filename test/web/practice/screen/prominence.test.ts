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
    ["before anything was heard, to listen", fresh, false, ["original"]],
    [
      "while the original plays, nothing but to listen",
      during(fresh, { kind: "playing", audio: "original" }),
      false,
      [],
    ],
    ["while it is about to begin anew, the original", during(fresh, { kind: "restarting" }), false, ["original"]],
    [
      "while the reference is heard first, nothing",
      during(fresh, { kind: "playing", audio: "translation" }),
      false,
      [],
    ],
    ["while recording, to finish", during(fresh, { kind: "recording" }), false, ["finish-attempt"]],
    ["while the recording is stored, still that", during(fresh, { kind: "processing" }), false, ["finish-attempt"]],
    ["with a take, to compare it with the reference", during(recorded, quiet), false, ["own", "translation"]],
    ["while comparing, nothing", during(recorded, { kind: "playing", audio: "own", recording: 7 }), true, []],
    ["once compared, to go on", during(recorded, quiet), true, ["next"]],
    ["with the original held, what mattered before", during(recorded, { kind: "paused" }), true, ["next"]],
  ])("decides what to highlight: %s", (_, practice, isCompared, expected) => {
    expect(prominentControls(practice, "ready", isCompared)).toEqual(expected);
  });

  it("highlights next if the original is missing, and the original if it may still load", () => {
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
  ])("returns the audio in use for %j", (activity, expected) => {
    expect(audioInUse(activity)).toBe(expected);
  });
});
