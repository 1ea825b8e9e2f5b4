import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  WorkletCommand,
  WorkletMessage,
} from "../../../../web/src/features/recording/microphone/internal/capture-messages.ts";

const contextRate = 48_000;
const quantum = 128;

type Processor = { process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean };

/** Loads the module in a fake worklet scope, in which the module registers its processor. */
async function openWorklet() {
  const posted: WorkletMessage[] = [];
  const port = {
    onmessage: (_event: { data: WorkletCommand }) => {},
    postMessage: (message: WorkletMessage) => posted.push(message),
  };
  const made: Processor[] = [];
  vi.stubGlobal("sampleRate", contextRate);
  vi.stubGlobal(
    "AudioWorkletProcessor",
    class {
      port = port;
    },
  );
  vi.stubGlobal("registerProcessor", (_name: string, Made: new () => Processor) => made.push(new Made()));
  vi.resetModules();
  await import("../../../../web/src/features/recording/microphone/internal/recorder-worklet.ts");
  const output = new Float32Array(quantum);
  let isAlive = true;
  /** @param value the value of all samples, or null for a source without data */
  const render = (quanta: number, value: number | null) => {
    for (let at = 0; at < quanta; at += 1) {
      vi.advanceTimersByTime((quantum / contextRate) * 1_000);
      isAlive = made[0]?.process([value === null ? [] : [new Float32Array(quantum).fill(value)]], [[output]]) ?? false;
    }
  };
  return { posted, render, output, isAlive: () => isAlive, send: (data: WorkletCommand) => port.onmessage({ data }) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const soundOf = (posted: readonly WorkletMessage[]) =>
  posted.flatMap((message) => (message.type === "block" ? [...message.samples] : []));

it("the recorder worklet delivers recordings at 24 000 Hz from a context of another rate", async () => {
  const { posted, render, send } = await openWorklet();
  render(40, 0.5);
  send({ type: "start", recordingId: 1 });
  render(375, 0.5);
  send({ type: "stop", recordingId: 1 });
  const sound = soundOf(posted);
  expect(sound).toHaveLength((375 * quantum) / 2);
  expect(Math.max(...sound.map((sample) => Math.abs(sample - 0.5)))).toBeLessThan(0.001);
  expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
});

it("the recorder worklet writes silence for a source without input", async () => {
  const { posted, render, send } = await openWorklet();
  send({ type: "start", recordingId: 1 });
  render(40, null);
  render(40, 0.5);
  send({ type: "stop", recordingId: 1 });
  const sound = soundOf(posted);
  expect(sound.length).toBeGreaterThan((80 * quantum) / 2 - 40);
  expect(sound.slice(0, 2_400).every((sample) => sample === 0)).toBe(true);
});

it("the recorder worklet outputs an inaudible signal instead of zeros", async () => {
  const { render, output } = await openWorklet();
  render(3, 0.9);
  for (const sample of output) {
    expect(sample).toBeGreaterThan(0);
    // The smallest step of 16 bits is 3e-5.
    expect(sample).toBeLessThan(1e-5);
  }
});

it("the recorder worklet ends after the command close, and reports its end", async () => {
  const { posted, render, isAlive, send } = await openWorklet();
  render(1, 0);
  expect(isAlive()).toBe(true);
  send({ type: "close" });
  expect(posted).toEqual([]);
  render(1, 0);
  expect(isAlive()).toBe(false);
  expect(posted).toEqual([{ type: "closed" }]);
});
