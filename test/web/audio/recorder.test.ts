import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Microphone,
  MicrophoneListeners,
  TakeMessage,
  ToWorklet,
} from "../../../web/src/features/practice/audio/microphone.ts";
import { createRecorder, longestTakeSeconds } from "../../../web/src/features/practice/audio/recorder.ts";
import { RecorderError } from "../../../web/src/features/practice/audio/recorder-error.ts";
import { decodeWav } from "../../../web/src/features/practice/audio/wav.ts";

const rate = 24_000;

/** A microphone whose clock stands at frame `now` and whose worklet answers in a later task, as a real one does. */
class FakeMicrophone implements Microphone {
  readonly sampleRate = rate;
  readonly settings: MediaTrackSettings & { latency?: number };
  readonly sent: ToWorklet[] = [];
  readonly #listeners: MicrophoneListeners;
  live = true;
  resumes = true;
  answers = true;
  closed = 0;
  slipped = 0;

  constructor(listeners: MicrophoneListeners, settings: FakeMicrophone["settings"]) {
    this.#listeners = listeners;
    this.settings = settings;
  }

  isLive() {
    return this.live && this.closed === 0;
  }

  async resume() {
    return this.resumes;
  }

  send(message: ToWorklet) {
    this.sent.push(message);
    if (message.type !== "stop" || !this.answers) return;
    const untilHeard = this.momentOf(message.atFrame ?? 0) - performance.now();
    setTimeout(() => this.tell({ type: "stopped", take: message.take }), Math.max(0, untilHeard));
  }

  frameAt(milliseconds: number) {
    return milliseconds * 24;
  }

  momentOf(frame: number) {
    return frame / 24;
  }

  slip() {
    return this.slipped;
  }

  close() {
    this.closed += 1;
  }

  tell(message: TakeMessage) {
    setTimeout(() => this.closed === 0 && this.#listeners.onMessage(message));
  }

  hear(samples: number[], frame = 0) {
    const started = this.sent.findLast((message) => message.type === "start");
    this.tell({ type: "block", take: started?.take ?? 0, frame, samples: Float32Array.from(samples) });
  }

  silence() {
    this.#listeners.onSilenced();
  }
}

function withFakes(settings: FakeMicrophone["settings"] = { autoGainControl: true }) {
  const microphones: FakeMicrophone[] = [];
  const open = vi.fn(async (_url: string, listeners: MicrophoneListeners): Promise<Microphone> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const microphone = new FakeMicrophone(listeners, settings);
    microphones.push(microphone);
    return microphone;
  });
  const recorder = createRecorder({ open });
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
  it("opens once for calls at the same time and says what the browser gave", async () => {
    const { recorder, open } = withFakes();
    const both = Promise.all([recorder.warmUp(), recorder.warmUp()]);
    await vi.advanceTimersByTimeAsync(5);
    expect(await both).toEqual([
      { sampleRate: rate, settings: { autoGainControl: true } },
      { sampleRate: rate, settings: { autoGainControl: true } },
    ]);
    await recorder.warmUp();
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([{ live: false }, { resumes: false }])("replaces a microphone that is %o", async (fault) => {
    const { warmed, open } = withFakes();
    const first = await warmed();
    Object.assign(first, fault);
    await warmed();
    expect(open).toHaveBeenCalledTimes(2);
    expect(first.closed).toBe(1);
  });

  it("passes a refusal on and asks again the next time", async () => {
    const { recorder, open, warmed } = withFakes();
    open.mockRejectedValueOnce(new RecorderError("denied"));
    await expect(recorder.warmUp()).rejects.toMatchObject({ code: "denied" });
    await warmed();
  });

  it("closes a microphone that is granted after the release", async () => {
    const { recorder, microphones } = withFakes();
    const warming = expect(recorder.warmUp()).rejects.toMatchObject({ code: "lost" });
    recorder.release();
    await vi.advanceTimersByTimeAsync(5);
    await warming;
    expect(microphones[0]?.closed).toBe(1);
  });
});

describe("start", () => {
  it("tells a warm worklet in the same task, from the frame of the moment asked for", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const starting = recorder.start({ since: 100 });
    expect(microphone.sent).toEqual([{ type: "start", take: 1, fromFrame: 2_400 }]);
    microphone.hear([0.5], 2_400);
    await settle();
    expect(await starting).toEqual({ outcome: "recording", firstSampleAt: 100 });
  });

  it("warms up by itself", async () => {
    const { recorder, microphones } = withFakes();
    const starting = recorder.start();
    await vi.advanceTimersByTimeAsync(5);
    expect(microphones[0]?.sent).toEqual([{ type: "start", take: 1 }]);
    microphones[0]?.hear([0.5]);
    await settle();
    expect(await starting).toMatchObject({ outcome: "recording" });
  });

  it("is cancelled while it still warms up, and then records nothing", async () => {
    const { recorder, microphones } = withFakes();
    const starting = recorder.start();
    recorder.cancel();
    await vi.advanceTimersByTimeAsync(5);
    expect(await starting).toEqual({ outcome: "cancelled" });
    expect(microphones[0]?.sent).toEqual([]);
  });

  it("gives up and lets go when no sound arrives", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const starting = expect(recorder.start()).rejects.toMatchObject({ code: "busy" });
    await vi.advanceTimersByTimeAsync(1_000);
    await starting;
    expect(microphone.closed).toBe(1);
    await expect(recorder.finish()).rejects.toMatchObject({ code: "lost" });
  });

  it("fails as lost when the microphone goes before the first sound", async () => {
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
  const recorded = async (settings?: FakeMicrophone["settings"]) => {
    const { recorder, warmed } = withFakes(settings);
    const microphone = await warmed();
    const onLevel = vi.fn();
    const onBlock = vi.fn();
    const starting = recorder.start({ onLevel, onBlock });
    microphone.hear([0.5, -0.25]);
    await settle();
    await starting;
    return { recorder, microphone, onLevel, onBlock };
  };

  it("gives all blocks, and those that were still on their way when it was asked for", async () => {
    const { recorder, microphone, onLevel, onBlock } = await recorded();
    microphone.hear([0.125]);
    const finishing = recorder.finish();
    await vi.advanceTimersByTimeAsync(180);
    microphone.hear([-1]);
    await vi.advanceTimersByTimeAsync(21);
    const take = await finishing;
    expect([...(decodeWav(take.wav)?.samples ?? [])]).toEqual([0.5, -0.25, 0.125, -1]);
    expect(take).toMatchObject({ durationSeconds: 4 / rate, peak: 1, interrupted: false });
    expect(onLevel).toHaveBeenNthCalledWith(2, { rms: 0.125, peak: 0.125 });
    expect(onBlock.mock.calls.map(([samples]) => [...samples])).toEqual([[0.5, -0.25], [0.125], [-1]]);
    expect(onBlock).toHaveBeenLastCalledWith(expect.anything(), rate);
  });

  it.each([
    ["a device that says nothing of its delay", {}, 0, 200],
    ["one that delays by 100 ms", { latency: 0.1 }, 0, 300],
    ["one whose sound waits for a busy machine", {}, 0.15, 350],
    ["one that says something odd", { latency: 60 }, 0, 500],
  ])("asks for the sound of the moment of the call, as it arrives from %s", async (_device, settings, slip, wayMs) => {
    const { recorder, microphone } = await recorded(settings);
    microphone.slipped = slip;
    const clickedAt = performance.now();
    void recorder.finish();
    await vi.advanceTimersByTimeAsync(50);
    const [stop, ...more] = microphone.sent.filter(({ type }) => type === "stop");
    expect([stop, more]).toEqual([{ type: "stop", take: 1, atFrame: (clickedAt + wayMs) * 24 }, []]);
    await vi.advanceTimersByTimeAsync(1_000);
  });

  it("does not wait for ever for a stuck context", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const starting = recorder.start();
    microphone.hear([0.5]);
    await settle();
    await starting;
    microphone.answers = false;
    const finishing = recorder.finish();
    await vi.advanceTimersByTimeAsync(1_100);
    expect((await finishing).durationSeconds).toBe(1 / rate);
  });

  it("rejects when nothing runs", async () => {
    await expect(withFakes().recorder.finish()).rejects.toMatchObject({ code: "lost" });
  });
});

describe("interruption", () => {
  it("keeps what was recorded and says so once", async () => {
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

  it("ends a forgotten recording", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const onInterrupted = vi.fn();
    const starting = recorder.start({ onInterrupted });
    microphone.tell({ type: "block", take: 1, frame: 0, samples: new Float32Array(longestTakeSeconds * rate) });
    await settle();
    await starting;
    expect(onInterrupted).toHaveBeenCalledExactlyOnceWith("limit");
  });
});

describe("cancel, release, dispose", () => {
  it("drops blocks that arrive after a cancel and keeps the microphone", async () => {
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

  it("opens again after a release, but not after a disposal", async () => {
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

  it("starts the next take at once when one still runs", async () => {
    const { recorder, warmed } = withFakes();
    const microphone = await warmed();
    const first = recorder.start();
    const second = recorder.start();
    expect(microphone.sent.map(({ type }) => type)).toEqual(["start", "stop", "start"]);
    microphone.hear([0.5]);
    await settle();
    expect(await first).toEqual({ outcome: "cancelled" });
    expect(await second).toMatchObject({ outcome: "recording" });
  });
});
