import { expect, it } from "vitest";
import { decodeWav } from "../../../../web/src/audio/wav.ts";
import { createChime } from "../../../../web/src/features/exam/session/internal/chime.ts";

it("the chime is a short audible tone that fades out, without clipping or clicks", () => {
  const { data, type } = createChime();
  const { samples, sampleRate } = decodeWav(data) ?? { samples: new Float32Array(), sampleRate: 1 };
  expect(type).toBe("audio/wav");
  const seconds = samples.length / sampleRate;
  expect(seconds).toBeGreaterThan(0.2);
  expect(seconds).toBeLessThan(0.5);
  const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(0.1);
  expect(loudest).toBeLessThan(0.5);
  expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
  const steps = samples.slice(1).map((sample, at) => Math.abs(sample - (samples[at] ?? 0)));
  expect(Math.max(...steps), "no step that would be heard as a click").toBeLessThan(0.1);
  expect(samples.slice(-240).every((sample) => Math.abs(sample) < 0.001)).toBe(true);
});
