import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import type { CaptureListeners } from "../../../../web/src/features/recording/microphone/internal/capture.ts";
import type { CaptureMessage } from "../../../../web/src/features/recording/microphone/internal/capture-messages.ts";
import type { Microphone } from "../../../../web/src/features/recording/microphone/internal/microphone.ts";
import { createRecorder, maxRecordingSeconds } from "../../../../web/src/features/recording/microphone/recorder.ts";
import { RecorderError } from "../../../../web/src/features/recording/microphone/recorder-error.ts";
import type { SampleLoss } from "../../../../web/src/features/recording/microphone/recording-buffer.ts";

const rate = 24_000;

type Asked = { type: "start" | "stop"; recording: number; moment?: number };

/** A microphone that responds in a later task, like a real capturing thread. */
class FakeMicrophone implements Microphone {
  readonly settings: MediaTrackSettings = { autoGainControl: true };
  readonly asked: Asked[] = [];
  readonly #listeners: CaptureListeners;
  live = true;
  resumes = true;
  answers = true;
  closed = 0;

  constructor(listeners: CaptureListeners) {
    this.#listeners = listeners;
  }

  isLive() {
    return this.live && this.closed === 0;
  }

  async resume() {
    return this.resumes;
  }

  startRecording(recording: number, moment?: number) {
    this.asked.push({ type: "start", recording, ...(moment !== undefined && { moment }) });
  }

  stopRecording(recording: number, moment?: number) {
    this.asked.push({ type: "stop", recording, ...(moment !== undefined && { moment }) });
    if (!this.answers) return;
    const wayMs = moment === undefined ? 0 : 200;
    setTimeout(() => this.tell({ type: "stopped", recordingId: recording }), wayMs);
  }

  toPerformanceTime(arrivedAt: number) {
    return arrivedAt - 1_000;
  }

  close() {
    this.closed += 1;
  }

  tell(message: CaptureMessage) {
    setTimeout(() => this.closed === 0 && this.#listeners.onMessage(message));
  }

  hear(samples: number[], { arrivedAt = 1_000, losses = [] }: { arrivedAt?: number; losses?: SampleLoss[] } = {}) {
    const started = this.asked.findLast(({ type }) => type === "start");
    this.tell({
      type: "block",
      recordingId: started?.recording ?? 0,
      arrivedAt,
      samples: Float32Array.from(samples),
      losses,
    });
  }

  silence() {
    this.#listeners.onSilenced();
  }
}

function withFakes() {
  const microphones: FakeMicrophone[] = [];
  const open = vi.fn(async (listeners: CaptureListeners): Promise<Microphone> => {
    await new Promise((resolve) => setImmediate(resolve));
    const microphone = new FakeMicrophone(listeners);
    microphones.push(microphone);
    return microphone;
  });
  const recorder = createRecorder(open);
  const warmed = async () => {
    const warming = recorder.warmUp();
    await vi.advanceTimersByTimeAsync(5);
    await warming;
    const microphone = microphones.at(-1);
    if (!microphone) throw new Error("warmUp opens a microphone");
    return microphone;
  };
  return { recorder, open, microphones, warmed };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("warmUp", () => {
  it("opens the microphone once for concurrent calls", async () => {
    const { recorder, open } = withFakes();
    const both = Promise.all([recorder.warmUp(), recorder.warmUp()]);
    await vi.advanceTimersByTimeAsync(5);
    expect(await both).toEqual([{ settings: { autoGainControl: true } }, { settings: { autoGainControl: true } }]);
    await recorder.warmUp();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["is not live", { live: false }],
    ["does not resume", { resumes: false }],
  ])("replaces a microphone that %s", async (_, fault) => {
    const { warmed, open } = withFakes();
    const first = await warmed();
    Object.assign(first, fault);
    await warmed();
    expect(open).toHaveBeenCalledTimes(2);
    expect(first.closed).toBe(1);
  });

  it("throws a refusal, and opens the microphone on the next call", async () => {
    const { recorder, open, warmed } = withFakes();
    open.mockRejectedValueOnce(new RecorderError("denied"));
    await expect(recorder.warmUp()).rejects.toMatchObject({ code: "denied" });
    await warmed();
  });

  it("closes a microphone that is granted after the recorder was released", async () => {
    const { recorder, microphones } = withFakes();
    const warming = expect(recorder.warmUp()).rejects.toMatchObject({ code: "lost" });
    recorder.release();
    await vi.advanceTimersByTimeAsync(5);
    await warming;
    expect(microphones[0]?.closed).toBe(1);
  });
});

describe("start", () => {
  it("records from an open microphone at once, beginning at the given time", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const starting = recorder.start({ since: 100 });
    expect(microphone.asked).toEqual([{ type: "start", recording: 1, moment: 100 }]);
    microphone.hear([0.5], { arrivedAt: 1_100 });
    await settle();
    expect(await starting).toEqual({ outcome: "recording", firstSampleAt: 100 });
  });

  it("opens the microphone if it is not open", async () => {
    const { recorder, microphones } = withFakes();
    const starting = recorder.start();
    await vi.advanceTimersByTimeAsync(5);
    expect(microphones[0]?.asked).toEqual([{ type: "start", recording: 1 }]);
    microphones[0]?.hear([0.5]);
    await settle();
    expect(await starting).toMatchObject({ outcome: "recording" });
  });

  it("records nothing if it is cancelled while the microphone opens", async () => {
    const { recorder, microphones } = withFakes();
    const starting = recorder.start();
    recorder.cancel();
    await vi.advanceTimersByTimeAsync(5);
    expect(await starting).toEqual({ outcome: "cancelled" });
    expect(microphones[0]?.asked).toEqual([]);
  });

  it("fails and closes the microphone if the microphone delivers no samples within five seconds", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const starting = expect(recorder.start()).rejects.toMatchObject({ code: "busy" });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(microphone.closed).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    await starting;
    expect(microphone.closed).toBe(1);
    await expect(recorder.finish()).rejects.toMatchObject({ code: "lost" });
  });

  it("fails with “lost” if the microphone stops or is muted before the first sound arrives", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onInterrupted = vi.fn();
    const starting = expect(recorder.start({ onInterrupted })).rejects.toMatchObject({ code: "lost" });
    microphone.silence();
    await starting;
    expect(onInterrupted).not.toHaveBeenCalled();
  });
});

describe("finish", () => {
  const recorded = async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onLevel = vi.fn();
    const onBlock = vi.fn();
    const starting = recorder.start({ onLevel, onBlock });
    microphone.hear([0.5, -0.25]);
    await settle();
    await starting;
    return { recorder, microphone, onLevel, onBlock };
  };

  it("returns all blocks that arrive before the microphone reports the stop", async () => {
    const { recorder, microphone, onLevel, onBlock } = await recorded();
    microphone.hear([0.125]);
    const finishing = recorder.finish();
    await vi.advanceTimersByTimeAsync(180);
    microphone.hear([-1]);
    await vi.advanceTimersByTimeAsync(21);
    const recording = await finishing;
    expect([...(decodeWav(recording.wav)?.samples ?? [])]).toEqual([0.5, -0.25, 0.125, -1]);
    expect(recording).toMatchObject({ durationSeconds: 4 / rate, peak: 1, interrupted: false });
    expect(onLevel).toHaveBeenNthCalledWith(2, { rms: 0.125, peak: 0.125 });
    expect(onBlock.mock.calls.map(([samples]) => [...samples])).toEqual([[0.5, -0.25], [0.125], [-1]]);
    expect(onBlock).toHaveBeenLastCalledWith(expect.anything(), []);
  });

  it("sends one stop request, with the time of the call", async () => {
    const { recorder, microphone } = await recorded();
    const clickedAt = performance.now();
    void recorder.finish();
    await vi.advanceTimersByTimeAsync(50);
    expect(microphone.asked.filter(({ type }) => type === "stop")).toEqual([
      { type: "stop", recording: 1, moment: clickedAt },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
  });

  it("reports the gap where sound was lost", async () => {
    const { recorder, microphone, onBlock } = await recorded();
    microphone.hear([0.25, 0.25, 0.25], { losses: [{ at: 1, seconds: 0.3 }] });
    const finishing = recorder.finish();
    await vi.advanceTimersByTimeAsync(250);
    expect((await finishing).gaps).toEqual([{ atSeconds: 3 / rate, seconds: 0.3 }]);
    expect(onBlock).toHaveBeenLastCalledWith(expect.anything(), [{ at: 1, seconds: 0.3 }]);
  });

  it("ends if a stuck microphone delivers no block for several seconds", async () => {
    const { recorder, microphone } = await recorded();
    microphone.answers = false;
    const onFinished = vi.fn();
    const finishing = recorder.finish().then((recording) => {
      onFinished();
      return recording;
    });
    for (let seconds = 0; seconds < 8; seconds += 1) {
      microphone.hear([0.125]);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(onFinished).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6_000);
    expect((await finishing).durationSeconds).toBe(10 / rate);
  });

  it("rejects if nothing is recorded", async () => {
    await expect(withFakes().recorder.finish()).rejects.toMatchObject({ code: "lost" });
  });
});

describe("an interruption", () => {
  it("preserves the recorded sound, and is reported once", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onInterrupted = vi.fn();
    const starting = recorder.start({ onInterrupted });
    microphone.hear([0.5, 0.5]);
    await settle();
    await starting;
    microphone.silence();
    microphone.silence();
    expect(onInterrupted).toHaveBeenCalledExactlyOnceWith("lost");
    const finishing = recorder.finish();
    await settle();
    expect(await finishing).toMatchObject({ durationSeconds: 2 / rate, interrupted: true });
  });

  it("is reported if no more sound arrives", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onInterrupted = vi.fn();
    const starting = recorder.start({ onInterrupted });
    microphone.hear([0.5, 0.5]);
    await settle();
    await starting;
    await vi.advanceTimersByTimeAsync(4_000);
    microphone.hear([0.5]);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(onInterrupted).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onInterrupted).toHaveBeenCalledExactlyOnceWith("lost");
    expect(await recorder.finish()).toMatchObject({ durationSeconds: 3 / rate, interrupted: true });
    await settle();
    expect(vi.getTimerCount(), "no timer is left").toBe(0);
  });

  it("is reported when a recording reaches the maximum length", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onInterrupted = vi.fn();
    const starting = recorder.start({ onInterrupted });
    microphone.tell({
      type: "block",
      recordingId: 1,
      arrivedAt: 0,
      samples: new Float32Array(maxRecordingSeconds * rate),
      losses: [],
    });
    await settle();
    await starting;
    expect(onInterrupted).toHaveBeenCalledExactlyOnceWith("limit");
  });
});

describe("the recorder", () => {
  it("drops blocks that arrive after a cancel", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onLevel = vi.fn();
    const starting = recorder.start({ onLevel });
    recorder.cancel();
    microphone.hear([0.5]);
    await settle();
    expect(await starting).toEqual({ outcome: "cancelled" });
    expect(onLevel).not.toHaveBeenCalled();
    expect(microphone.closed).toBe(0);
  });

  it("opens the microphone again after a release, but not after a disposal", async () => {
    const { recorder, warmed, open } = withFakes();
    await warmed();
    recorder.release();
    recorder.release();
    await warmed();
    recorder.dispose();
    recorder.dispose();
    await expect(recorder.warmUp()).rejects.toMatchObject({ code: "lost" });
    expect(open).toHaveBeenCalledTimes(2);
  });

  it("cancels a recording that has no sound yet when the next recording starts", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const first = recorder.start();
    const second = recorder.start();
    expect(microphone.asked.map(({ type }) => type)).toEqual(["start", "stop", "start"]);
    microphone.hear([0.5]);
    await settle();
    expect(await first).toEqual({ outcome: "cancelled" });
    expect(await second).toMatchObject({ outcome: "recording" });
  });
});
