import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSpeechSpans } from "../../../content/sound/cut-at-silences.ts";
import { amplify, type Waveform } from "../../../content/sound/waveform.ts";
import { concatenate, mix, noise, silence, sine, syllables } from "./generated-sound.ts";

function recorded(first: number, stretches: readonly { speech: number; pause: number }[]) {
  let at = first;
  const spans = stretches.map(({ speech, pause }) => {
    const span = { from: at, to: at + speech };
    at += speech + pause;
    return span;
  });
  const sounds = stretches.flatMap(({ speech, pause }) => [syllables(speech), silence(pause)]);
  return { sound: concatenate(silence(first), ...sounds), spans };
}

function expectSpans(sound: Waveform, spans: readonly { from: number; to: number }[], pause?: number) {
  const found = findSpeechSpans(sound, pause);
  expect(found).toHaveLength(spans.length);
  for (const [index, { from, to }] of spans.entries()) {
    expect(Math.abs((found[index]?.from ?? 0) - from)).toBeLessThanOrEqual(0.05);
    expect(Math.abs((found[index]?.to ?? 0) - to)).toBeLessThanOrEqual(0.05);
  }
}

const three = recorded(0.8, [
  { speech: 1.5, pause: 1.2 },
  { speech: 3, pause: 2.5 },
  { speech: 0.5, pause: 1 },
]);

describe("findSpeechSpans", () => {
  it("finds the start and the end of each span within 50 ms", () => {
    expectSpans(three.sound, three.spans);
  });

  it("finds spans of 0.5 to 3 seconds at different levels and with room noise", () => {
    const quarters = (least: number, most: number) => fc.integer({ min: least * 4, max: most * 4 }).map((n) => n / 4);
    const stretch = fc.record({ speech: quarters(0.5, 3), pause: quarters(1.25, 3) });
    fc.assert(
      fc.property(
        quarters(0, 2),
        fc.array(stretch, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(-90, -60, -42),
        fc.constantFrom(-30, 0, 6),
        (first, stretches, room, gain) => {
          const { sound, spans } = recorded(first, stretches);
          const hiss = noise(sound.samples.length / sound.rate, room);
          expectSpans(amplify(mix(sound, hiss), gain), spans);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("does not split a span at a pause below the configurable minimum", () => {
    const { sound, spans } = recorded(0.5, [
      { speech: 1, pause: 0.75 },
      { speech: 1, pause: 1.5 },
      { speech: 1, pause: 0.5 },
    ]);
    const [first, second, third] = spans;
    if (!first || !second || !third) throw new Error("three stretches were recorded");
    expectSpans(sound, [{ from: first.from, to: second.to }, third]);
    expectSpans(sound, spans, 0.6);
    expectSpans(sound, [{ from: first.from, to: third.to }], 2);
  });

  it("does not detect a click as speech", () => {
    const click = concatenate(silence(0.9), sine(0.02, 0), silence(10));
    const knocked = mix(concatenate(silence(3), three.sound), click);
    expectSpans(
      knocked,
      three.spans.map(({ from, to }) => ({ from: from + 3, to: to + 3 })),
    );
  });

  it("finds no span in silence or in empty audio", () => {
    expect(findSpeechSpans(silence(5))).toEqual([]);
    expect(findSpeechSpans(silence(0))).toEqual([]);
  });
});
