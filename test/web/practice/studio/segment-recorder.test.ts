import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PracticeEvent } from "../../../../domain/practice/practice.ts";
import type { SaveOutcome } from "../../../../web/src/features/practice/recordings/dialogue-recordings.ts";
import { createSegmentRecorder } from "../../../../web/src/features/practice/studio/internal/segment-recorder.ts";
import type { RecordingStoreErrorCode } from "../../../../web/src/features/recording/store/recording-database.ts";
import type {
  RecordedAudio,
  RecordingJournal,
} from "../../../../web/src/features/recording/store/recording-journal.ts";
import type { Toast } from "../../../../web/src/ui/toast.ts";
import { FakeRecorder } from "../../recording/microphone/fake-recorder.ts";
import { fakeDialogueRecordings } from "../recordings/fake-recordings.ts";

const said: string[] = vi.hoisted(() => []);
vi.mock("../../../../web/src/ui/toasts.ts", () => ({
  showToast: ({ title, description }: Toast) => said.push(`${title}: ${description}`),
}));

const sampleRate = 24_000;
const block = (seconds: number, level = 0.5) => new Float32Array(seconds * sampleRate).fill(level);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  performance.clearMeasures();
  said.length = 0;
});
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

type Noted = { index: number; attempt: number; seconds: number; end: "open" | "discarded" | "left" | "kept" };

function open() {
  const recorder = new FakeRecorder();
  const events: PracticeEvent[] = [];
  const noted: Noted[] = [];
  const kept: RecordedAudio[] = [];
  const notes = new Map<RecordingJournal, Noted>();
  /** The fake store refuses recordings if there is a `reason`. */
  const refusal: { reason?: RecordingStoreErrorCode } = {};
  const end = (journal: RecordingJournal, how: Noted["end"]) => {
    const note = notes.get(journal);
    if (note) note.end = how;
  };

  const begin = (index: number, attempt: number): RecordingJournal => {
    const note: Noted = { index, attempt, seconds: 0, end: "open" };
    noted.push(note);
    const journal: RecordingJournal = {
      segment: { userId: "asha", language: "nepali", scenarioId: "health-1", segmentIndex: index, title: "Health" },
      attempt,
      lock: `lock-${index}-${attempt}`,
      add: (samples) => {
        note.seconds += samples.length / sampleRate;
      },
      finish: () => Promise.reject(new Error("A test saves recordings itself")),
      writtenSeconds: () => note.seconds,
      releaseLock: () => undefined,
      savePartial: async () => null,
      discard: async () => end(journal, "discarded"),
    };
    notes.set(journal, note);
    return journal;
  };
  const keep = async (journal: RecordingJournal, finished: RecordedAudio): Promise<SaveOutcome> => {
    await new Promise((resolve) => setTimeout(resolve));
    end(journal, "kept");
    kept.push(finished);
    const { wav: _, ...recording } = finished;
    const ref = { number: kept.length, attempt: journal.attempt, recordedAt: 0, ...recording };
    const { reason } = refusal;
    return reason ? { kind: "unsaved", recording: ref, reason } : { kind: "stored", recording: ref };
  };
  const recordings = fakeDialogueRecordings({
    startJournal: begin,
    save: keep,
    saveInterrupted: async (journal) => end(journal, "left"),
  });
  const recording = createSegmentRecorder({
    recorder,
    recordings: recordings,
    send: (event) => void events.push(event),
  });
  /** Records two seconds as attempt 2 of the segment with index 3. */
  const record = async () => {
    void recording.start(3, 2, 1_000);
    await settle();
    recorder.hear(block(2));
    await settle();
  };
  const finish = async () => {
    void recording.finish();
    await vi.advanceTimersByTimeAsync(200);
  };
  return { recording, recorder, events, noted, kept, refusal, record, finish };
}

describe("a recording", () => {
  it("starts at the given time, and writes the journal as sound arrives", async () => {
    const { recording, recorder, noted } = open();
    void recording.start(3, 2, 1_000);
    await settle();
    expect(recorder.options?.since).toBe(1_000);
    expect(noted, "no journal before there is sound").toEqual([]);
    recorder.hear(block(1));
    recorder.hear(block(0.5));
    expect(noted).toEqual([{ index: 3, attempt: 2, seconds: 1.5, end: "open" }]);
  });

  it("reports its level and waveform, and the next recording starts with an empty waveform", async () => {
    const { recording, recorder, record } = open();
    await record();
    expect(recording.liveRecording.blocks.get()).toBe(1);
    recorder.hear(block(0.02, 0.25));
    expect(recording.liveRecording.blocks.get()).toBe(2);
    expect([...recording.liveRecording.peaks().slice(0, 3)]).toEqual([1, 0.5, 0]);
    expect(recording.liveRecording.levelMonitor().level).toBe(0.25);
    void recording.start(3, 3, 2_000);
    expect([...recording.liveRecording.peaks().slice(0, 3)]).toEqual([0, 0, 0]);
  });

  it.each([
    ["40 ms if the sample arrived 40 ms after the end of the original", 40, 40],
    ["0 if the sample arrived before the end of the original", -10, 0],
  ])("measures the time to its first sample as %s", async (_, lateMs, duration) => {
    const { recording, recorder } = open();
    void recording.start(3, 2, 1_000);
    await settle();
    recorder.hear(block(1), { lateMs });
    await settle();
    expect(performance.getEntriesByName("ended-to-first-sample")).toMatchObject([{ startTime: 1_000, duration }]);
  });

  it("causes a message if the microphone is denied", async () => {
    const { recording, recorder, events } = open();
    recorder.refusal = "denied";
    await recording.start(3, 2, 1_000);
    expect(said).toEqual(["Recording Error: Failed to start recording. Please check your microphone permissions."]);
    expect(events).toEqual([{ type: "recording-failed" }]);
  });
});

describe("a finished recording", () => {
  it("is saved after at least a tenth of a second of processing", async () => {
    const { recording, events, record, noted } = open();
    await record();
    void recording.finish();
    await vi.advanceTimersByTimeAsync(99);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(said).toEqual(["Recording Completed: Your recording has been saved and is ready to play"]);
    const facts = { number: 1, attempt: 2, durationSeconds: 2, interrupted: false };
    expect(events).toEqual([{ type: "recording-saved", recording: expect.objectContaining(facts) }]);
    expect(noted).toMatchObject([{ end: "kept" }]);
  });

  it.each([
    ["lost", "Recording Error: The microphone stopped. Your recording so far is kept."],
    ["limit", "Recording Stopped: A recording can be at most 10 minutes long."],
  ] as const)("is saved and reported after the interruption “%s”", async (reason, message) => {
    const { recorder, events, record, finish, kept } = open();
    await record();
    recorder.interrupt(reason);
    expect(events).toEqual([{ type: "recording-interrupted" }]);
    await finish();
    expect(said).toEqual([message]);
    expect(kept).toMatchObject([{ interrupted: true, durationSeconds: 2 }]);
  });

  it("is reported with the reason of its own interruption", async () => {
    const { recorder, record, finish } = open();
    await record();
    recorder.interrupt("limit");
    await finish();
    await record();
    recorder.interrupt("lost");
    await finish();
    expect(said[1]).toBe("Recording Error: The microphone stopped. Your recording so far is kept.");
  });

  it("is reported as incomplete if sound is missing", async () => {
    const { recorder, record, finish } = open();
    await record();
    recorder.hear(block(2), { losses: [{ at: sampleRate, seconds: 0.4 }] });
    await finish();
    expect(said).toEqual(["Recording Incomplete: Your device could not keep up."]);
  });

  it.each<[RecordingStoreErrorCode, string]>([
    ["quota", "Storage Full: This recording could not be fully stored. To keep it, download it before you leave."],
    [
      "unavailable",
      "Recording Not Stored: This recording could not be fully stored. To keep it, download it before you leave.",
    ],
  ])("is added to the practice after the refusal “%s”, and a message reports it", async (reason, message) => {
    const { refusal, record, finish, events } = open();
    refusal.reason = reason;
    await record();
    await finish();
    expect(said).toEqual([message]);
    expect(events).toEqual([{ type: "recording-saved", recording: expect.objectContaining({ number: 1 }) }]);
  });

  it("causes an error message if no sound arrived or the recorder lost the sound", async () => {
    const { recording, recorder, finish, record, events, noted } = open();
    void recording.start(3, 2, 1_000);
    await settle();
    await finish();
    const message = "Recording Error: Failed to start recording. Please check your microphone permissions.";
    expect([said, events, noted]).toEqual([[message], [{ type: "recording-lost" }], []]);
    await record();
    recorder.cancel();
    await finish();
    expect([said.length, events.length]).toEqual([2, 2]);
    expect(noted).toMatchObject([{ end: "discarded" }]);
  });
});

describe("an unfinished recording", () => {
  it("ends without a message when it is discarded", async () => {
    const { recording, recorder, events, record, noted } = open();
    await record();
    recording.discard();
    await settle();
    expect(recorder.options).toBeUndefined();
    expect(noted).toMatchObject([{ end: "discarded" }]);
    recording.discard();
    expect([events, said]).toEqual([[], []]);
  });

  it("is saved as interrupted, without a message, when interrupt() is called", async () => {
    const { recording, events, record, noted, kept } = open();
    await record();
    void recording.interrupt();
    await vi.advanceTimersByTimeAsync(10);
    expect(noted).toMatchObject([{ end: "kept" }]);
    expect(kept).toMatchObject([{ interrupted: true, durationSeconds: 2 }]);
    expect([events, said]).toEqual([[], []]);
  });

  it("is saved from the journal by interrupt() if the recorder has lost the sound", async () => {
    const { recording, recorder, record, noted } = open();
    await record();
    recorder.cancel();
    void recording.interrupt();
    await settle();
    expect(noted).toMatchObject([{ end: "left" }]);
  });

  it("is saved before interrupt() resolves if finish() is still running", async () => {
    const { recording, record, kept } = open();
    await record();
    void recording.finish();
    let left = false;
    void recording.interrupt().then(() => {
      left = true;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect([left, kept.length]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(10);
    expect([left, kept.length]).toEqual([true, 1]);
  });

  it("is saved from the journal by savePartial(), and is not discarded afterwards", async () => {
    const { recording, record, noted } = open();
    recording.savePartial();
    await record();
    recording.savePartial();
    recording.discard();
    expect(noted).toMatchObject([{ end: "left" }]);
  });
});
