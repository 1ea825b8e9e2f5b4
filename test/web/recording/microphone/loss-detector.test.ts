import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CapturePiece,
  LossDetector,
} from "../../../../web/src/features/recording/microphone/internal/loss-detector.ts";

const sampleRate = 8_000;
const blockSeconds = 0.01;
const threshold = 0.02;

/** Passes numbered blocks of 10 ms with the given device times. */
function listen(times: readonly number[]): CapturePiece[] {
  const lostSound = new LossDetector({ sampleRate, threshold });
  return times.flatMap((time, at) => lostSound.push(new Float32Array(blockSeconds * sampleRate).fill(at), time));
}

const inTime = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at * blockSeconds);
const order = (pieces: readonly CapturePiece[]) =>
  pieces.map((piece) => (piece.kind === "sound" ? piece.samples[0] : `lost ${piece.seconds.toFixed(3)}`));
const lossesOf = (pieces: readonly CapturePiece[]) => pieces.filter(({ kind }) => kind === "lost");
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe("sound that arrives in time", () => {
  it("is returned in order and without losses despite up to 9 ms of jitter", () => {
    const jitter = fc.array(fc.double({ min: 0, max: 0.009, noNaN: true }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), jitter, (start, late) => {
        const times = inTime(300, start).map((time, at) => time + (late[at] ?? 0));
        expect(order(listen(times))).toEqual(numbers(300));
      }),
      { numRuns: 30 },
    );
  });

  it("has no losses if the device's clock runs slightly fast or slow", () => {
    for (const drift of [0.999_8, 1.000_2]) {
      const times = inTime(60_000).map((time) => time * drift);
      expect(lossesOf(listen(times))).toEqual([]);
    }
  });
});

describe("a jump in time", () => {
  it("after the first half second is reported as a loss if all later blocks are late", () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 200 }), fc.integer({ min: 21, max: 9_000 }), (at, ms) => {
        const times = [...inTime(at), ...inTime(60, at * blockSeconds + ms / 1_000)];
        const pieces = order(listen(times));
        expect(pieces).toEqual([...numbers(at), `lost ${(ms / 1_000).toFixed(3)}`, ...numbers(at + 60).slice(at)]);
      }),
      { numRuns: 40 },
    );
  });

  it("is reported as one loss each time it occurs", () => {
    const times = [...inTime(100), ...inTime(100, 1.05), ...inTime(100, 2.55)];
    expect(
      lossesOf(listen(times)).map((piece) => (piece.kind === "lost" ? Math.round(piece.seconds * 1_000) : 0)),
    ).toEqual([50, 500]);
  });

  it("is not reported if only a few blocks were late", () => {
    const times = inTime(200);
    for (const late of [100, 101, 102]) times[late] = (times[late] ?? 0) + 0.2;
    expect(order(listen(times))).toEqual(numbers(200));
  });

  it("is not reported in the first half second", () => {
    const times = [...inTime(3), ...inTime(200, 0.4)];
    expect(order(listen(times))).toEqual(numbers(203));
    const back = [...inTime(3, 0.4), ...inTime(200)];
    expect(order(listen(back))).toEqual(numbers(203));
  });
});
