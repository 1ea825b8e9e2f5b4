import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CaptureMessage } from "../../../../web/src/features/recording/microphone/internal/capture-messages.ts";
import { CaptureRingBuffer } from "../../../../web/src/features/recording/microphone/internal/capture-ring-buffer.ts";

const sampleRate = 8_000;
const perMs = sampleRate / 1_000;

/** The samples are numbered. Only the test moves the clock. */
function openRing() {
  const posted: CaptureMessage[] = [];
  let time = 1_000_000;
  let heard = 0;
  const ring = new CaptureRingBuffer({ sampleRate, post: (message) => posted.push(message), now: () => time });
  return {
    ring,
    posted,
    now: () => time,
    heard: () => heard,
    wait: (ms: number) => {
      time += ms;
    },
    arrive: (ms: number) => {
      ring.push(Float32Array.from({ length: ms * perMs }, (_, at) => heard + at));
      heard += ms * perMs;
    },
    run(ms: number) {
      for (let passed = 0; passed < ms; passed += 10) {
        this.wait(10);
        this.arrive(10);
      }
    },
  };
}

const blocksOf = (posted: readonly CaptureMessage[], recording: number) =>
  posted.flatMap((message) => (message.type === "block" && message.recordingId === recording ? [message] : []));
const samplesOf = (posted: readonly CaptureMessage[], recording: number) =>
  blocksOf(posted, recording).flatMap(({ samples }) => [...samples]);

/** Splits samples at gaps and repetitions, into ranges with exclusive ends. */
function stretches(samples: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const sample of samples) {
    const last = found.at(-1);
    if (last?.[1] === sample) last[1] = sample + 1;
    else found.push([sample, sample + 1]);
  }
  return found;
}
const sequence = (from: number, to: number) => (from < to ? [[from, to]] : []);
const tens = fc.nat({ max: 60 }).map((count) => count * 10);

describe("a recording", () => {
  it("has every sample once and in order, from its start to its end", () => {
    fc.assert(
      fc.property(tens, fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }), (before, blocks) => {
        const { ring, posted, run, wait, arrive, heard } = openRing();
        const microphone = { run, wait, arrive };
        microphone.run(before);
        const first = heard();
        ring.receive({ type: "start", recordingId: 1 });
        for (const ms of blocks) {
          wait(ms);
          arrive(ms);
        }
        ring.receive({ type: "stop", recordingId: 1 });
        expect(stretches(samplesOf(posted, 1))).toEqual(sequence(first, heard()));
        expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it("includes all buffered sound since the given start time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 190 }), fc.nat({ max: 2_400 }), (blocks, backMs) => {
        const microphone = openRing();
        microphone.run(blocks * 10);
        const { ring, posted, heard } = microphone;
        ring.receive({ type: "start", recordingId: 1, since: microphone.now() - backMs });
        const [first = heard()] = samplesOf(posted, 1);
        // Sound never arrives before it is recorded, so the sound of the last `backMs` arrived in the last `backMs`.
        const wanted = Math.max(0, heard() - backMs * perMs);
        expect(first).toBeLessThanOrEqual(wanted);
        expect(first).toBeGreaterThan(wanted - 10 * perMs - 1);
        expect(stretches(samplesOf(posted, 1))).toEqual(sequence(first, heard()));
      }),
      { numRuns: 60 },
    );
  });

  it("starts at most two seconds before the start command", () => {
    const microphone = openRing();
    microphone.run(5_000);
    microphone.ring.receive({ type: "start", recordingId: 1, since: microphone.now() - 4_000 });
    expect(stretches(samplesOf(microphone.posted, 1))).toEqual(sequence(3_000 * perMs, 5_000 * perMs));
  });

  it("includes sound since the given time even if the sound arrived late", () => {
    const microphone = openRing();
    microphone.run(500);
    microphone.wait(300);
    const endedAt = microphone.now() - 200;
    microphone.arrive(300);
    microphone.ring.receive({ type: "start", recordingId: 1, since: endedAt });
    const [first = Number.NaN] = samplesOf(microphone.posted, 1);
    expect(first).toBeLessThanOrEqual(600 * perMs);
  });

  it("continues until all sound up to the given end time has arrived", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -20, max: 300 }), (blocks, aheadMs) => {
        const microphone = openRing();
        const { ring, posted } = microphone;
        ring.receive({ type: "start", recordingId: 1 });
        microphone.run(blocks * 10);
        ring.receive({ type: "stop", recordingId: 1, until: microphone.now() + aheadMs });
        expect(posted.at(-1)?.type === "stopped").toBe(aheadMs <= 0);
        microphone.run(400);
        const samples = samplesOf(posted, 1);
        const wanted = (blocks * 10 + aheadMs) * perMs;
        expect(stretches(samples)).toEqual(sequence(0, samples.length));
        expect(samples.length).toBeGreaterThanOrEqual(wanted);
        // Samples that were sent before the stop cannot be removed.
        expect(samples.length).toBeLessThanOrEqual(Math.max(wanted, blocks * 10 * perMs));
        expect(posted.filter(({ type }) => type === "stopped")).toHaveLength(1);
        expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
      }),
      { numRuns: 60 },
    );
  });

  it("waits for delayed sound on a slow machine", () => {
    const microphone = openRing();
    microphone.run(3_000);
    microphone.ring.receive({ type: "start", recordingId: 1 });
    const first = microphone.heard();
    // From this point all sound arrives 150 ms late.
    microphone.wait(150);
    microphone.run(2_500);
    const said = microphone.heard();
    microphone.ring.receive({ type: "stop", recordingId: 1, until: microphone.now() });
    microphone.run(400);
    expect(stretches(samplesOf(microphone.posted, 1))).toEqual(sequence(first, said + 150 * perMs));
  });

  it("is complete even if much sound arrives at once", () => {
    const microphone = openRing();
    microphone.run(100);
    microphone.ring.receive({ type: "start", recordingId: 1 });
    microphone.wait(7_000);
    microphone.arrive(7_000);
    microphone.ring.receive({ type: "stop", recordingId: 1, until: microphone.now() + 50 });
    microphone.wait(7_000);
    microphone.arrive(7_000);
    const samples = samplesOf(microphone.posted, 1);
    expect(stretches(samples.slice(0, 7_050 * perMs))).toEqual(sequence(100 * perMs, 7_150 * perMs));
    expect(stretches(samples)).toEqual(sequence(100 * perMs, 100 * perMs + samples.length));
  });

  it("reports with each block the estimated arrival time of its first sample", () => {
    const microphone = openRing();
    microphone.run(1_000);
    microphone.ring.receive({ type: "start", recordingId: 1, since: microphone.now() - 250 });
    const startedAt = microphone.now();
    microphone.run(100);
    const [first, ...others] = blocksOf(microphone.posted, 1);
    expect(first?.arrivedAt).toBe(startedAt - 250);
    expect(others.map(({ samples }) => samples.length)).toEqual(others.map(() => 20 * perMs));
    expect(others.map(({ arrivedAt }) => arrivedAt)).toEqual([0, 20, 40, 60, 80].map((ms) => startedAt + ms));
  });

  it("ends at once if it is stopped without an end time", () => {
    const microphone = openRing();
    const { ring, posted } = microphone;
    ring.receive({ type: "start", recordingId: 1 });
    microphone.run(30);
    ring.receive({ type: "stop", recordingId: 1, until: microphone.now() + 5_000 });
    microphone.run(30);
    ring.receive({ type: "stop", recordingId: 1 });
    expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
    ring.receive({ type: "start", recordingId: 2 });
    microphone.run(30);
    ring.receive({ type: "stop", recordingId: 1 });
    expect(posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
    microphone.run(30);
    ring.receive({ type: "stop", recordingId: 2 });
    expect(stretches(samplesOf(posted, 1))).toEqual(sequence(0, 60 * perMs));
    expect(stretches(samplesOf(posted, 2))).toEqual(sequence(60 * perMs, 120 * perMs));
  });
});

describe("lost sound", () => {
  it("is reported once, at its position, if it was lost during the recording", () => {
    const microphone = openRing();
    const { ring, posted } = microphone;
    microphone.run(100);
    ring.addLoss(0.5);
    microphone.run(100);
    ring.receive({ type: "start", recordingId: 1 });
    microphone.run(50);
    microphone.wait(250);
    ring.addLoss(0.25);
    microphone.run(50);
    ring.receive({ type: "stop", recordingId: 1 });
    const places = blocksOf(posted, 1).reduce<{ length: number; lost: [number, number][] }>(
      ({ length, lost }, { samples, losses }) => ({
        length: length + samples.length,
        lost: [...lost, ...losses.map(({ at, seconds }): [number, number] => [length + at, seconds])],
      }),
      { length: 0, lost: [] },
    );
    expect(places).toEqual({ length: 100 * perMs, lost: [[50 * perMs, 0.25]] });
  });

  it("is not reported if it follows the last sample of the recording", () => {
    const microphone = openRing();
    const { ring, posted } = microphone;
    ring.receive({ type: "start", recordingId: 1 });
    microphone.run(90);
    ring.addLoss(0.5);
    ring.receive({ type: "stop", recordingId: 1 });
    expect(samplesOf(posted, 1)).toHaveLength(90 * perMs);
    expect(blocksOf(posted, 1).flatMap(({ losses }) => losses)).toEqual([]);
  });

  it("does not delay the end of a recording", () => {
    const microphone = openRing();
    microphone.ring.receive({ type: "start", recordingId: 1 });
    microphone.run(100);
    microphone.wait(200);
    microphone.ring.addLoss(0.2);
    microphone.run(2_500);
    const said = microphone.heard();
    microphone.ring.receive({ type: "stop", recordingId: 1, until: microphone.now() });
    expect(microphone.posted.at(-1)).toEqual({ type: "stopped", recordingId: 1 });
    expect(stretches(samplesOf(microphone.posted, 1))).toEqual(sequence(0, said));
  });
});
