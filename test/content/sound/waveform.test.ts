import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amplify, cut, limit, peakOf, readPcm, readWave, secondsOf, trim } from "../../../content/sound/waveform.ts";
import { concatenate, encodeTestWav, noise, rate, silence, sine } from "./generated-sound.ts";

const isSilent = (samples: Float32Array) => samples.every((sample) => sample === 0);

describe("trim", () => {
  it.each([
    ["more silence", 1, 1],
    ["less silence", 0.03, 0.05],
    ["no silence", 0, 0],
  ])("returns speech with 100 ms of silence before and 200 ms after it, if there was %s", (_case, before, after) => {
    // The sound starts and ends near its full amplitude.
    const speech = sine(0.5, -6, 50).samples.subarray(rate / 200, -rate / 200);
    const { samples } = trim(concatenate(silence(before), { samples: speech, rate }, silence(after)));
    expect(samples.length).toBe(speech.length + 0.3 * rate);
    expect(isSilent(samples.subarray(0, 0.1 * rate))).toBe(true);
    expect(samples.subarray(0.1 * rate, -0.2 * rate)).toEqual(speech);
    expect(isSilent(samples.subarray(-0.2 * rate))).toBe(true);
  });

  it("does not remove pauses within speech", () => {
    const speech = concatenate(sine(0.2), silence(2), sine(0.2));
    expect(secondsOf(trim(speech))).toBeCloseTo(2.7, 2);
  });

  it("treats noise far below the speech as silence, and a soft ending as speech", () => {
    const hum = noise(1, -60);
    expect(secondsOf(trim(concatenate(hum, sine(1, -6), hum)))).toBeCloseTo(1.3, 2);
    expect(secondsOf(trim(concatenate(sine(1, -6), sine(1, -36))))).toBeCloseTo(2.3, 2);
  });

  it("returns no samples for silence or inaudible noise", () => {
    expect(trim(silence(1)).samples).toHaveLength(0);
    expect(trim(noise(1, -60)).samples).toHaveLength(0);
    expect(trim(silence(0)).samples).toHaveLength(0);
  });
});

describe("limit", () => {
  const sounds = fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { maxLength: 800 });

  it("returns no sample above the ceiling for random audio", () => {
    fc.assert(
      fc.property(sounds, fc.double({ min: 0.05, max: 1, noNaN: true }), (values, ceiling) => {
        const limited = limit({ samples: Float32Array.from(values), rate }, ceiling);
        expect(limited.samples).toHaveLength(values.length);
        expect(peakOf(limited)).toBeLessThanOrEqual(ceiling * (1 + 1e-6));
      }),
    );
  });

  it("does not change samples more than 10 ms from a peak", () => {
    fc.assert(
      fc.property(fc.nat({ max: 4_799 }), (peakAt) => {
        const { samples } = noise(0.2, -12);
        samples[peakAt] = 1;
        const limited = limit({ samples, rate }, 0.5);
        const untouched = (at: number) => Math.abs(at - peakAt) > 0.01 * rate;
        for (const [at, sample] of samples.entries()) {
          if (untouched(at)) expect(limited.samples[at]).toBeCloseTo(sample, 6);
        }
        expect(limited.samples[peakAt]).toBeCloseTo(0.5, 6);
      }),
      { numRuns: 20 },
    );
  });

  it("changes the gain gradually", () => {
    const { samples } = sine(0.1, 0, 0);
    samples.fill(0.4);
    samples[1_200] = 0.8;
    const limited = limit({ samples, rate }, 0.4).samples;
    const steps = limited.map((sample, at) =>
      Math.abs(at - 1_200) < 2 ? 0 : Math.abs(sample - (limited[at - 1] ?? sample)),
    );
    expect(Math.max(...steps)).toBeLessThan(0.01);
  });
});

describe("the audio function", () => {
  it("amplify changes the level by decibels", () => {
    expect(peakOf(amplify(sine(0.1, -20), 6))).toBeCloseTo(10 ** (-14 / 20), 4);
    expect(peakOf(amplify(sine(0.1, -6), -14))).toBeCloseTo(0.1, 4);
  });

  it("cut returns the samples between two times, within the audio", () => {
    const sound = { samples: Float32Array.from([0, 1, 2, 3, 4, 5]), rate: 2 };
    expect([...cut(sound, 0.5, 2).samples]).toEqual([1, 2, 3]);
    expect([...cut(sound, -1, 1).samples]).toEqual([0, 1]);
    expect([...cut(sound, 2, 9).samples]).toEqual([4, 5]);
  });

  it("readPcm reads 16-bit samples, and ignores an incomplete sample", () => {
    const pcm = Buffer.from([0x00, 0x80, 0xff, 0x7f, 0x00, 0x40, 0x01]);
    expect([...readPcm(pcm)]).toEqual([-1, 32_767 / 32_768, 0.5]);
  });
});

describe("readWave", () => {
  const wav = encodeTestWav({ samples: Float32Array.from([0, 0.5, -0.5]), rate: 22_050 });

  it("ignores a wrong length in the header", () => {
    for (const length of [0, 0xffffffff]) {
      const piped = Buffer.from(wav);
      piped.writeUInt32LE(length, 40);
      const { samples, rate: read } = readWave(piped);
      expect(read).toBe(22_050);
      expect([...samples].map((sample) => sample.toFixed(3))).toEqual(["0.000", "0.500", "-0.500"]);
    }
  });

  it.each([
    ["a text file", Buffer.from("not a wave, but a text that is long enough to have a header")],
    ["an empty file", Buffer.alloc(0)],
    ["a truncated header", wav.subarray(0, 43)],
    ["stereo", encodeTestWav(sine(0.1), 2)],
  ])("refuses %s", (_case, bytes) => {
    expect(() => readWave(bytes)).toThrow("did not return mono 16-bit sound");
  });
});
