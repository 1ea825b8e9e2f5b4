import { beforeEach, describe, expect, it, vi } from "vitest";
import { createJournaledRecorder } from "../../../web/src/features/recording/journaled-recorder.ts";
import { FakeRecorder } from "./microphone/fake-recorder.ts";

const block = (seconds: number) => new Float32Array(seconds * 24_000).fill(0.5);

beforeEach(() => performance.clearMeasures());

type Notes = { name: string; seconds: number; add: (samples: Float32Array) => void };

function open() {
  const recorder = new FakeRecorder();
  const reports: string[] = [];
  const trouble = { isRefused: false };
  const recording = createJournaledRecorder<Notes, string>({
    recorder,
    measureName: "first-sample",
    save: async ({ name }, { durationSeconds, interrupted }) => {
      if (trouble.isRefused) throw new Error("No room");
      reports.push(`${name}: keep ${durationSeconds} s${interrupted ? ", interrupted" : ""}`);
      return name;
    },
    savePartial: async ({ name, seconds }) => void reports.push(`${name}: keep the noted ${seconds} s`),
    onStartFailed: () => void reports.push("not started"),
    onInterrupted: (reason) => void reports.push(`interrupted: ${reason}`),
    onSaved: (name, { peak }) => void reports.push(`${name}: kept, peak ${peak}`),
    onLost: (notes) => void reports.push(notes ? `${notes.name}: lost` : "lost"),
  });
  const begin = (name: string) => (): Notes => {
    reports.push(`${name}: begun`);
    const notes: Notes = {
      name,
      seconds: 0,
      add: (samples) => {
        notes.seconds += samples.length / 24_000;
      },
    };
    return notes;
  };
  const record = async (name = "one") => {
    const started = recording.start({ since: 1_000, createJournal: begin(name) });
    await Promise.resolve();
    recorder.hear(block(2), { lateMs: 30 });
    await started;
  };
  return { recorder, recording, reports, trouble, begin, record };
}

describe("a recording", () => {
  it("starts its journal at the first sound", async () => {
    const { recording, recorder, reports, begin } = open();
    const heard: number[] = [];
    const onBlock = (samples: Float32Array) => void heard.push(samples.length);
    const started = recording.start({ since: 1_000, createJournal: begin("one"), onBlock });
    expect(reports).toEqual([]);
    recorder.hear(block(1), { lateMs: 30 });
    recorder.hear(block(1));
    await started;
    expect([reports, heard]).toEqual([["one: begun"], [24_000, 24_000]]);
    expect(performance.getEntriesByName("first-sample")).toMatchObject([{ startTime: 1_000, duration: 30 }]);
  });

  it("reports a failed start and an interruption", async () => {
    const { recording, recorder, reports, begin, record } = open();
    await record();
    recorder.interrupt("limit");
    recorder.refusal = "denied";
    await recording.start({ createJournal: begin("two") });
    expect(reports).toEqual(["one: begun", "interrupted: limit", "not started"]);
  });

  it("is saved only after the promise passed to finish() resolves", async () => {
    const { recording, recorder, reports, record } = open();
    await record();
    const until = Promise.withResolvers<void>();
    const finish = vi.spyOn(recorder, "finish");
    const finished = recording.finish(until.promise);
    await finish.mock.results[0]?.value;
    // Without the wait for `until`, the recording would be saved in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(reports).toEqual(["one: begun"]);
    until.resolve();
    await finished;
    expect(reports.slice(1)).toEqual(["one: keep 2 s", "one: kept, peak 0.5"]);
  });

  it("is reported as lost if it cannot be saved", async () => {
    const { recording, recorder, reports, trouble, record } = open();
    trouble.isRefused = true;
    await record("one");
    await recording.finish();
    await record("two");
    recorder.cancel();
    await recording.finish();
    await recording.finish();
    expect(reports).toEqual(["one: begun", "one: lost", "two: begun", "two: lost", "lost"]);
  });
});

describe("an unfinished recording", () => {
  it("is saved by interrupt() without a call of onSaved(), even after the recorder was cancelled", async () => {
    const { recording, recorder, reports, record } = open();
    await record("one");
    expect(await recording.interrupt()).toBe("one");
    await record("two");
    recorder.cancel();
    expect(await recording.interrupt()).toBeUndefined();
    const kept = ["one: begun", "one: keep 2 s, interrupted", "two: begun", "two: keep the noted 2 s"];
    expect(reports).toEqual(kept);
  });

  it("is saved as finished if interrupt() is called while finish() is running", async () => {
    const { recording, reports, record } = open();
    await record();
    void recording.finish();
    await recording.interrupt();
    expect(reports).toEqual(["one: begun", "one: keep 2 s", "one: kept, peak 0.5"]);
  });

  it("is saved only once from its journal by two calls of savePartial()", async () => {
    const { recording, reports, record } = open();
    recording.savePartial();
    await record();
    recording.savePartial();
    recording.savePartial();
    expect(reports).toEqual(["one: begun", "one: keep the noted 2 s"]);
  });

  it("returns its journal when it is cancelled", async () => {
    const { recording, recorder, reports, record } = open();
    expect(recording.cancel()).toBeUndefined();
    await record();
    expect(recording.cancel()).toMatchObject({ name: "one", seconds: 2 });
    expect([recorder.options, reports]).toEqual([undefined, ["one: begun"]]);
  });
});
