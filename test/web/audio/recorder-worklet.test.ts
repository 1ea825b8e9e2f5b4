import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FromWorklet, ToWorklet } from "../../../web/src/features/practice/audio/microphone.ts";

const source = readFileSync(new URL("../../../web/public/worklets/recorder.js", import.meta.url), "utf8");
const quantum = 128;

type Processor = { process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean };

/** The rendering thread around the worklet: every sample's value tells its frame. */
function renderWorklet(sampleRate: number, firstFrame = 0) {
  const posted: FromWorklet[] = [];
  const port = {
    onmessage: (_event: { data: ToWorklet }) => {},
    postMessage: (message: FromWorklet) => posted.push(message),
  };
  const scope = {
    sampleRate,
    currentFrame: firstFrame,
    AudioWorkletProcessor: class {
      port = port;
    },
    made: undefined as Processor | undefined,
    registerProcessor: (_name: string, Made: new () => Processor) => {
      scope.made = new Made();
    },
  };
  runInNewContext(source, scope);
  let rendered = firstFrame;
  let skipped = 0;
  const render = (inputs: (frame: number) => Float32Array[]) => {
    const isAlive = scope.made?.process([inputs(rendered)], [[new Float32Array(quantum)]]);
    rendered += quantum;
    scope.currentFrame = rendered + skipped;
    return isAlive;
  };
  return {
    posted,
    now: () => scope.currentFrame,
    /** Lets the context's count stand still for the next quantum. */
    stutter: () => {
      scope.currentFrame -= quantum;
    },
    /** Lets the context's count leap for good. */
    skip: (frames: number) => {
      skipped += frames;
      scope.currentFrame += frames;
    },
    send: (data: ToWorklet) => port.onmessage({ data }),
    run: (quanta: number) => {
      for (let at = 0; at < quanta; at += 1) {
        render((frame) => [Float32Array.from({ length: quantum }, (_, index) => frame + index)]);
      }
    },
    runSilent: () => render(() => []),
  };
}

function framesOf(posted: readonly FromWorklet[], take: number): number[] {
  return posted.flatMap((message) => (message.type === "block" && message.take === take ? [...message.samples] : []));
}

function sequence(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

describe("recorder worklet", () => {
  it("gives every frame of a take once, in order, from the one asked for to the stop", () => {
    const quanta = fc.nat({ max: 60 });
    fc.assert(
      fc.property(quanta, quanta, fc.integer({ min: -500, max: 500 }), (before, during, offset) => {
        const worklet = renderWorklet(8_000);
        worklet.run(before);
        const fromFrame = worklet.now() + offset;
        worklet.send({ type: "start", take: 1, fromFrame });
        worklet.run(during);
        worklet.send({ type: "stop", take: 1 });
        const end = worklet.now();
        worklet.run(5);
        const first = Math.max(0, fromFrame);
        expect(framesOf(worklet.posted, 1)).toEqual(first < end ? sequence(first, end) : []);
        expect(worklet.posted.at(-1)).toEqual({ type: "stopped", take: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it("goes on to the frame at which it is to stop, gives none after it, and then says so", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -300, max: 3_000 }), (during, ahead) => {
        const worklet = renderWorklet(8_000);
        worklet.send({ type: "start", take: 1, fromFrame: 0 });
        worklet.run(during);
        const atFrame = worklet.now() + ahead;
        worklet.send({ type: "stop", take: 1, atFrame });
        expect(worklet.posted.at(-1)?.type === "stopped").toBe(ahead <= 0);
        worklet.run(30);
        const frames = framesOf(worklet.posted, 1);
        // What was sent before cannot be taken back, and that is less than a block.
        expect(frames).toEqual(sequence(0, frames.length));
        expect(frames.length).toBeGreaterThanOrEqual(atFrame);
        expect(frames.length).toBeLessThanOrEqual(Math.max(atFrame, during * quantum));
        expect(worklet.posted.filter(({ type }) => type === "stopped")).toHaveLength(1);
        expect(worklet.posted.at(-1)).toEqual({ type: "stopped", take: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it("gives every sample once and in order when the context's count stands still, and leaps, for a moment", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (stutters) => {
        const worklet = renderWorklet(8_000);
        worklet.run(130);
        worklet.send({ type: "start", take: 1 });
        for (const stutter of stutters) {
          if (stutter) worklet.stutter();
          worklet.run(1);
        }
        worklet.send({ type: "stop", take: 1 });
        expect(framesOf(worklet.posted, 1)).toEqual(sequence(130 * quantum, (130 + stutters.length) * quantum));
      }),
      { numRuns: 40 },
    );
  });

  it("keeps to the context's count in what it is asked and what it tells when that leaps for good", () => {
    const worklet = renderWorklet(8_000);
    worklet.run(20);
    worklet.skip(5_000);
    worklet.run(20);
    worklet.send({ type: "start", take: 1, fromFrame: worklet.now() - 300 });
    worklet.run(2);
    worklet.send({ type: "stop", take: 1, atFrame: worklet.now() + 100 });
    worklet.run(2);
    const first = worklet.posted.find((message) => message.type === "block");
    expect(first).toMatchObject({ frame: 5_000 + 40 * quantum - 300 });
    expect(framesOf(worklet.posted, 1)).toEqual(sequence(40 * quantum - 300, 42 * quantum + 100));
  });

  it("stops at once when the rest of a take is not wanted any more", () => {
    const worklet = renderWorklet(8_000);
    worklet.send({ type: "start", take: 1, fromFrame: 0 });
    worklet.run(2);
    worklet.send({ type: "stop", take: 1, atFrame: 10_000 });
    worklet.run(2);
    worklet.send({ type: "stop", take: 1 });
    expect(worklet.posted.at(-1)).toEqual({ type: "stopped", take: 1 });
    worklet.send({ type: "start", take: 2 });
    worklet.run(2);
    worklet.send({ type: "stop", take: 2 });
    expect(framesOf(worklet.posted, 2)).toEqual(sequence(4 * quantum, 6 * quantum));
  });

  it("begins now when no frame is given", () => {
    const worklet = renderWorklet(8_000);
    worklet.run(10);
    worklet.send({ type: "start", take: 1 });
    worklet.run(3);
    worklet.send({ type: "stop", take: 1 });
    expect(framesOf(worklet.posted, 1)).toEqual(sequence(10 * quantum, 13 * quantum));
  });

  it("looks back two seconds at most, and not before it heard anything", () => {
    const old = renderWorklet(8_000, 128_000);
    old.send({ type: "start", take: 1, fromFrame: 0 });
    old.run(4);
    old.send({ type: "stop", take: 1 });
    expect(framesOf(old.posted, 1)).toEqual(sequence(128_000, 128_000 + 4 * quantum));

    const long = renderWorklet(8_000);
    long.run(400);
    long.send({ type: "start", take: 1, fromFrame: 0 });
    expect(framesOf(long.posted, 1)).toEqual(sequence(long.now() - 16_000, long.now()));
  });

  it("sends what it has at the start at once, then blocks of about 20 ms with their position", () => {
    const worklet = renderWorklet(24_000);
    worklet.run(20);
    worklet.send({ type: "start", take: 1, fromFrame: worklet.now() - 100 });
    expect(worklet.posted).toMatchObject([{ type: "block", frame: worklet.now() - 100 }]);
    worklet.run(40);
    const lengths = worklet.posted.slice(1).map((message) => (message.type === "block" ? message.samples.length : 0));
    expect(new Set(lengths)).toEqual(new Set([512]));
  });

  it("keeps takes apart", () => {
    const worklet = renderWorklet(8_000);
    worklet.send({ type: "start", take: 1 });
    worklet.run(3);
    worklet.send({ type: "stop", take: 1 });
    worklet.send({ type: "start", take: 2 });
    worklet.run(3);
    worklet.send({ type: "stop", take: 1 });
    worklet.run(3);
    worklet.send({ type: "stop", take: 2 });
    expect(framesOf(worklet.posted, 2)).toEqual(sequence(3 * quantum, 9 * quantum));
  });

  it("keeps the time of a source that gives no data", () => {
    const worklet = renderWorklet(8_000);
    worklet.run(130);
    worklet.send({ type: "start", take: 1 });
    worklet.runSilent();
    worklet.send({ type: "stop", take: 1 });
    expect(framesOf(worklet.posted, 1)).toEqual(sequence(0, quantum).map(() => 0));
  });

  it("lets itself be collected when closed, and says so", () => {
    const worklet = renderWorklet(8_000);
    expect(worklet.runSilent()).toBe(true);
    worklet.send({ type: "close" });
    expect(worklet.posted).toEqual([]);
    expect(worklet.runSilent()).toBe(false);
    expect(worklet.posted).toEqual([{ type: "closed" }]);
  });
});
