import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { integratedLoudness, truePeak } from "../../../content/sound/loudness.ts";
import type { Waveform } from "../../../content/sound/waveform.ts";
import { concatenate, encodeTestWav, mix, noise, silence, sine, syllables } from "./generated-sound.ts";

// The signals of EBU Tech 3341, table 1, are stereo. BS.1770 adds the power of both channels, so a single channel has
// 10 log10(2) dB less.
const oneOfTwo = 10 * Math.log10(2);

const referenceSignals: readonly [name: string, sound: Waveform, stereoLufs: number][] = [
  ["1: a sine at -23 dBFS for 20 s", sine(20, -23), -23],
  ["2: a sine at -33 dBFS for 20 s", sine(20, -33), -33],
  ["3: soft ends are gated out", concatenate(sine(10, -36), sine(60, -23), sine(10, -36)), -23],
  [
    "4: much softer ends are gated out too",
    concatenate(sine(10, -72), sine(10, -36), sine(60, -23), sine(10, -36), sine(10, -72)),
    -23,
  ],
  ["5: three tones, none of which is gated out", concatenate(sine(20, -26), sine(20.1, -20), sine(20, -26)), -23],
];

function measuredByFfmpeg(sound: Waveform) {
  const options = ["-hide_banner", "-nostats", "-i", "-", "-filter_complex", "ebur128=peak=true"];
  const ran = spawnSync("ffmpeg", [...options, "-f", "null", "-"], { input: encodeTestWav(sound) });
  const said = ran.stderr.toString().split("Summary:").at(-1) ?? "";
  return {
    loudness: Number(/I:\s+(-?[\d.]+) LUFS/.exec(said)?.[1]),
    peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(said)?.[1]),
  };
}
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

describe("loudness", () => {
  it.each(referenceSignals)("matches EBU Tech 3341, signal %s", (_name, sound, stereoLufs) => {
    // The tolerance of Tech 3341.
    expect(Math.abs(integratedLoudness(sound) - (stereoLufs - oneOfTwo))).toBeLessThanOrEqual(0.1);
  });

  it("is minus infinity for silence and for less than a block of 0.4 s", () => {
    expect(integratedLoudness(silence(2))).toBe(Number.NEGATIVE_INFINITY);
    expect(integratedLoudness(sine(0.39))).toBe(Number.NEGATIVE_INFINITY);
    expect(integratedLoudness(silence(0))).toBe(Number.NEGATIVE_INFINITY);
  });

  it("is independent of earlier measurements", () => {
    const first = integratedLoudness(sine(1, -20));
    integratedLoudness(noise(3, -3));
    expect(integratedLoudness(sine(1, -20))).toBe(first);
  });

  it.skipIf(!hasFfmpeg)("matches ffmpeg (skipped where ffmpeg is not installed)", () => {
    for (const sound of [syllables(5, -9), mix(syllables(4, -20), noise(4, -40)), noise(2, -6)]) {
      const { loudness } = measuredByFfmpeg(sound);
      expect(Math.abs(integratedLoudness(sound) - loudness)).toBeLessThanOrEqual(0.15);
    }
  });
});

describe("the true peak", () => {
  // A sine at a quarter of the sample rate. At 45 degrees, its peak is 3 dB above each sample.
  it.each([
    ["15: at 0 degrees", 0, 0.5, -6],
    ["16: at 45 degrees, with the peak between samples", 45, 0.5, -6],
    ["19: at 45 degrees, above full scale", 45, 1.41, 3],
  ])("matches EBU Tech 3341, signal %s", (_name, degrees, amplitude, dbtp) => {
    const { samples, rate } = silence(1);
    const phase = (degrees * Math.PI) / 180;
    const sampled = samples.map((_, at) => amplitude * Math.sin((Math.PI / 2) * at + phase));
    const peak = truePeak({ samples: sampled, rate });
    // The tolerance of Tech 3341.
    expect(peak).toBeGreaterThanOrEqual(dbtp - 0.4);
    expect(peak).toBeLessThanOrEqual(dbtp + 0.2);
  });

  it.skipIf(!hasFfmpeg)("matches ffmpeg (skipped where ffmpeg is not installed)", () => {
    // Noise is left out, because meters differ in the steepness of their filters.
    for (const sound of [syllables(2, -9), syllables(1, -1), sine(1, -9)]) {
      expect(Math.abs(truePeak(sound) - measuredByFfmpeg(sound).peak)).toBeLessThanOrEqual(0.3);
    }
  });
});
