import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAudioOutput } from "../../../web/src/audio/audio-output.ts";

const sampleRate = 48_000;
/** The largest number of samples of an analyser: https://webaudio.github.io/web-audio-api/#dom-analysernode-fftsize */
const keptSamples = 32_768;

/** `way` is the path from the element to the loudspeakers. */
class FakeContext {
  static made: FakeContext[] = [];
  readonly sampleRate = sampleRate;
  readonly destination = { name: "loudspeakers" };
  readonly calls: string[] = [];
  readonly way: unknown[] = [];
  readonly options: unknown;
  times = [0];
  stamp = { contextTime: 0, performanceTime: 0 };
  state = "running";
  /** `resume` and `suspend` wait for this promise, because a real context waits for the audio device. */
  device: Promise<void> = Promise.resolve();

  constructor(options: unknown) {
    this.options = options;
    FakeContext.made.push(this);
  }

  get currentTime() {
    const [time = 0] = this.times;
    if (this.times.length > 1) this.times.shift();
    return time;
  }

  createMediaElementSource(element: unknown) {
    this.way.push(element);
    return this.#node();
  }

  #node() {
    const connect = (next: unknown) => {
      this.way.push(next);
      return next;
    };
    return { connect };
  }

  getOutputTimestamp() {
    return this.stamp;
  }

  resume() {
    return this.#change("resume", "running");
  }

  suspend() {
    return this.#change("suspend", "suspended");
  }

  async close() {
    this.calls.push("close");
    this.state = "closed";
  }

  /** A closed context rejects: https://webaudio.github.io/web-audio-api/#dom-audiocontext-resume */
  async #change(call: string, state: string) {
    if (this.state === "closed") throw new DOMException("The context is closed", "InvalidStateError");
    this.calls.push(call);
    await this.device;
    if (this.state !== "closed") this.state = state;
    this.calls.push(state);
  }
}

let silentSamples = 0;

class FakeAnalyser {
  readonly fftSize: number;
  readonly #context: FakeContext;

  constructor(context: FakeContext, { fftSize }: { fftSize: number }) {
    this.#context = context;
    this.fftSize = fftSize;
  }

  getFloatTimeDomainData(samples: Float32Array) {
    samples.fill(0.1);
    samples.fill(0, Math.max(0, samples.length - silentSamples));
  }

  connect(next: unknown) {
    this.#context.way.push(next);
    return next;
  }
}

// `createAudioOutput` only passes the element to the context.
const element = {} as HTMLMediaElement;

async function opened() {
  const output = createAudioOutput(element);
  await output.open();
  const [context] = FakeContext.made;
  if (!context) throw new Error("No context was made");
  return { output, context };
}

/** In ms of `performance.now()`. */
const openedAt = 1_000;

beforeEach(() => {
  FakeContext.made = [];
  vi.spyOn(performance, "now").mockReturnValue(openedAt);
  silentSamples = 0;
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AnalyserNode", FakeAnalyser);
  vi.stubGlobal("MediaStreamTrackProcessor", class {});
  vi.stubGlobal("AudioData", class {});
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the audio output", () => {
  it("uses no audio context in a browser without MediaStreamTrackProcessor", async () => {
    vi.stubGlobal("MediaStreamTrackProcessor", undefined);
    const output = createAudioOutput(element);
    await output.open();
    output.suspend();
    expect([output.lastHeardAt(1_234), FakeContext.made]).toEqual([1_234, []]);
  });

  it("uses the same audio context when it is opened again", async () => {
    const { output, context } = await opened();
    output.suspend();
    await context.device;
    await output.open();
    expect(context.way).toEqual([element, expect.any(FakeAnalyser), context.destination]);
    expect(FakeContext.made).toHaveLength(1);
    expect(context.calls).toEqual(["resume", "running", "suspend", "suspended", "resume", "running"]);
  });

  it("finishes a resume before the next suspend, even for calls in quick succession", async () => {
    const { output, context } = await opened();
    const device = Promise.withResolvers<void>();
    output.suspend();
    await context.device;
    context.device = device.promise;
    context.calls.length = 0;
    const opening = output.open();
    await vi.waitFor(() => expect(context.calls).toEqual(["resume"]));
    output.suspend();
    const openedAgain = output.open();
    output.suspend();
    expect(context.calls).toEqual(["resume"]);
    device.resolve();
    await Promise.all([opening, openedAgain]);
    expect(context.calls).toEqual(["resume", "running", "suspend", "suspended"]);
  });

  it("creates a suspended context before open() if the user has already made a gesture", async () => {
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
    const output = createAudioOutput(element);
    const [context] = FakeContext.made;
    expect(context?.calls).toEqual(["suspend"]);
    await output.open();
    expect(FakeContext.made).toHaveLength(1);
    expect(context?.calls).toEqual(["suspend", "suspended", "resume", "running"]);
  });

  it("closes once, and ignores later calls of dispose and suspend", async () => {
    const { output, context } = await opened();
    output.dispose();
    output.dispose();
    output.suspend();
    expect([context.calls, output.lastHeardAt(7)]).toEqual([["resume", "running", "close"], 7]);
  });

  it("can be closed while it opens", async () => {
    const { output, context } = await opened();
    output.suspend();
    const opening = output.open();
    output.dispose();
    await opening;
    expect(context.calls).toEqual(["resume", "running", "suspend", "close", "suspended"]);
  });
});

describe("lastHeardAt", () => {
  it("adds the delay of the output to the time of the last rendered sound", async () => {
    const { output, context } = await opened();
    context.times = [12];
    context.stamp = { contextTime: 11.8, performanceTime: 5_000 };
    silentSamples = 0.05 * sampleRate;
    expect(output.lastHeardAt(4_990)).toBeCloseTo(5_150, 6);
  });

  it("subtracts the duration of the silence after the last sound", async () => {
    const { output, context } = await opened();
    context.times = [12];
    context.stamp = { contextTime: 11.9, performanceTime: 5_000 };
    silentSamples = 0.5 * sampleRate;
    expect(output.lastHeardAt(4_990)).toBeCloseTo(4_600, 6);
    silentSamples = keptSamples;
    expect(output.lastHeardAt(4_990), "at most the kept samples").toBeCloseTo(
      5_100 - (keptSamples / sampleRate) * 1_000,
      6,
    );
  });

  it("never returns a time earlier than the opening of the output, even after long silence", async () => {
    const { output, context } = await opened();
    context.times = [0.06];
    context.stamp = { contextTime: 0.02, performanceTime: openedAt + 30 };
    silentSamples = keptSamples;
    expect(output.lastHeardAt(openedAt + 40)).toBe(openedAt);
    output.suspend();
    vi.mocked(performance.now).mockReturnValue(4_900);
    await output.open();
    context.times = [12];
    context.stamp = { contextTime: 11.9, performanceTime: 5_000 };
    expect(output.lastHeardAt(4_990)).toBe(4_900);
  });

  it("uses the later time if the context's time changes during the read of the samples", async () => {
    const { output, context } = await opened();
    context.times = [11.95, 12, 12];
    context.stamp = { contextTime: 11.8, performanceTime: 5_000 };
    expect(output.lastHeardAt(4_990)).toBeCloseTo(5_200, 6);
  });

  it("assumes no delay while the device reports no times", async () => {
    const { output } = await opened();
    expect(output.lastHeardAt(4_990)).toBe(4_990);
  });
});
