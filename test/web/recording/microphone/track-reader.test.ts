import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  CaptureCommand,
  CaptureMessage,
} from "../../../../web/src/features/recording/microphone/internal/capture-messages.ts";
import type { ReadTrackMessage } from "../../../../web/src/features/recording/microphone/internal/track-reader.ts";

const blockSeconds = 0.01;

/** A block of equal samples at the device's sample rate. See https://www.w3.org/TR/webcodecs/#audiodata-interface */
class FakeAudioData {
  readonly timestamp: number;
  readonly sampleRate: number;
  readonly numberOfFrames: number;
  readonly #value: number;
  closed = 0;

  constructor(seconds: number, sampleRate: number, value: number) {
    this.timestamp = Math.round(seconds * 1_000_000);
    this.sampleRate = sampleRate;
    this.numberOfFrames = sampleRate * blockSeconds;
    this.#value = value;
  }

  copyTo(samples: Float32Array): void {
    if (this.closed > 0) throw new DOMException("told by the browser", "InvalidStateError");
    samples.fill(this.#value);
  }

  close(): void {
    this.closed += 1;
  }
}

/** Loads the module in a fake worker scope, in which the module listens to its page. */
async function openReader() {
  const posted: CaptureMessage[] = [];
  let onMessage: (event: { data: ReadTrackMessage | CaptureCommand }) => void = () => {};
  vi.stubGlobal("addEventListener", (_type: string, listener: typeof onMessage) => {
    onMessage = listener;
  });
  vi.stubGlobal("postMessage", (message: CaptureMessage) => posted.push(message));
  vi.resetModules();
  await import("../../../../web/src/features/recording/microphone/internal/track-reader.ts");
  const device = new TransformStream<FakeAudioData, FakeAudioData>();
  const writer = device.writable.getWriter();
  // The reader uses only the members of AudioData that the fake has.
  onMessage({ data: { type: "read", readable: device.readable as unknown as ReadableStream<AudioData> } });
  const blocks: FakeAudioData[] = [];
  let time = 0;
  const hear = async (seconds: number, { sampleRate = 48_000, value = 0.5 } = {}) => {
    for (let at = 0; at < Math.round(seconds / blockSeconds); at += 1) {
      const block = new FakeAudioData(time, sampleRate, value);
      blocks.push(block);
      time += blockSeconds;
      vi.advanceTimersByTime(blockSeconds * 1_000);
      await writer.write(block);
    }
  };
  const lose = (seconds: number) => {
    time += seconds;
    vi.advanceTimersByTime(seconds * 1_000);
  };
  return { posted, blocks, hear, lose, send: (data: CaptureCommand) => onMessage({ data }), end: () => writer.close() };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const soundOf = (posted: readonly CaptureMessage[]) =>
  posted.flatMap((message) => (message.type === "block" ? [...message.samples] : []));
const lossesOf = (posted: readonly CaptureMessage[]) =>
  posted.flatMap((message) => (message.type === "block" ? message.losses.map(({ seconds }) => seconds) : []));

it.each([48_000, 44_100, 16_000])(
  "the track reader converts sound at %i Hz to recordings at 24 000 Hz",
  async (sampleRate) => {
    const { posted, hear, send } = await openReader();
    await hear(0.6, { sampleRate });
    send({ type: "start", recordingId: 1 });
    await hear(1, { sampleRate });
    send({ type: "stop", recordingId: 1 });
    const sound = soundOf(posted);
    expect(Math.abs(sound.length - 24_000)).toBeLessThanOrEqual(2);
    expect(Math.max(...sound.map((sample) => Math.abs(sample - 0.5)))).toBeLessThan(0.001);
    expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
  },
);

it("the track reader reports no loss if the system changes to a device of another rate", async () => {
  const { posted, hear, send } = await openReader();
  await hear(0.6);
  send({ type: "start", recordingId: 1 });
  await hear(0.5);
  await hear(0.5, { sampleRate: 16_000 });
  send({ type: "stop", recordingId: 1 });
  expect(Math.abs(soundOf(posted).length - 24_000)).toBeLessThanOrEqual(40);
  expect(lossesOf(posted)).toEqual([]);
});

it("the track reader reports how much sound the device lost", async () => {
  const { posted, hear, lose, send } = await openReader();
  await hear(0.6);
  send({ type: "start", recordingId: 1 });
  await hear(0.5);
  lose(0.25);
  await hear(0.5);
  send({ type: "stop", recordingId: 1 });
  const [seconds, ...others] = lossesOf(posted);
  expect(others).toEqual([]);
  expect(seconds).toBeCloseTo(0.25, 3);
  expect(Math.abs(soundOf(posted).length - 24_000)).toBeLessThanOrEqual(2);
});

it("the track reader closes every audio block exactly once", async () => {
  const { blocks, hear, end } = await openReader();
  await hear(0.2);
  await end();
  expect(blocks.map(({ closed }) => closed)).toEqual(Array(20).fill(1));
});
