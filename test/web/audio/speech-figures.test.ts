import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureSamples, measureSpeech } from "../../../web/src/audio/speech-figures.ts";
import { SpeechLevelMeter } from "../../../web/src/audio/speech-levels.ts";
import { encodeWav, recordingSampleRate } from "../../../web/src/audio/wav.ts";
import { addRoomNoise, joinWithSilences, seededNoise } from "./known-speech.ts";

/** Four syllables a second, without a pause. */
function voice(seconds: number, sampleRate = recordingSampleRate): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    const time = at / sampleRate;
    const syllable = 0.04 + 0.96 * Math.abs(Math.sin(4 * Math.PI * time));
    const tone = [1, 2, 5, 9].reduce((sum, order) => sum + Math.sin(2 * Math.PI * 160 * order * time) / order, 0);
    return 0.2 * syllable * tone;
  });
}

const hiss = (seconds: number, amplitude: number) => {
  const noise = seededNoise(5);
  return Float32Array.from({ length: seconds * recordingSampleRate }, () => amplitude * noise());
};

const figures = (samples: Float32Array) => measureSamples(samples, recordingSampleRate);

describe("measureSamples", () => {
  it("reports the first word, pauses, spoken time and clipping", () => {
    const { samples } = joinWithSilences([voice(2), voice(1), voice(3)], [1.5, 0.5, 1, 0.8]);
    const found = figures(samples);
    expect(found?.firstWordSeconds).toBeCloseTo(1.5, 1);
    expect(found?.pauses).toHaveLength(2);
    expect(found?.meanPauseSeconds).toBeCloseTo(0.75, 1);
    expect(found?.spokenSeconds).toBeCloseTo(7.5, 1);
    expect(found?.pauseShare).toBeCloseTo(0.2, 1);
    expect(found?.clippedSeconds).toBe(0);
  });

  it("counts a silence of 0.32 seconds as a pause, but not a silence of 0.2 seconds", () => {
    const pausesOf = (seconds: number) =>
      figures(joinWithSilences([voice(1), voice(1)], [0.5, seconds, 0.5]).samples)?.pauses.length;
    expect(pausesOf(0.2)).toBe(0);
    expect(pausesOf(0.32)).toBe(1);
  });

  it("reports no pauses in speech without pauses", () => {
    expect(figures(voice(5))).toMatchObject({ pauses: [], pauseShare: 0, meanPauseSeconds: 0, clippedSeconds: 0 });
  });

  it("returns nearly the same times at different levels and sample rates", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.002, max: 1, noNaN: true }),
        fc.constantFrom(16_000, 44_100, 48_000),
        (gain, rate) => {
          const silence = new Float32Array(rate);
          const samples = Float32Array.from([...silence, ...voice(2, rate), ...silence, ...voice(1, rate)]);
          const found = measureSamples(
            samples.map((sample) => gain * sample),
            rate,
          );
          expect(found?.firstWordSeconds).toBeCloseTo(1, 1);
          expect(found?.spokenSeconds).toBeCloseTo(4, 1);
          expect(found?.meanPauseSeconds).toBeCloseTo(1, 1);
        },
      ),
      { numRuns: 8 },
    );
  });

  it("excludes pauses from the level of speech", () => {
    const spoken = voice(2);
    const power = spoken.reduce((sum, sample) => sum + sample * sample, 0) / spoken.length;
    const { samples } = joinWithSilences([spoken, spoken], [1, 3, 1]);
    expect(figures(samples)?.speechDb).toBeCloseTo(10 * Math.log10(power), 0);
  });

  it("reports clipped time only for clipped speech", () => {
    const { samples } = joinWithSilences([voice(2)], [1, 1]);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(figures(samples.map((sample) => (sample / loudest) * 0.98))?.clippedSeconds).toBe(0);
    const cut = samples.map((sample) => Math.max(-1, Math.min(1, (sample / loudest) * 4)));
    const limited = cut.filter((sample) => Math.abs(sample) === 1).length / recordingSampleRate;
    expect(figures(cut)?.clippedSeconds).toBeGreaterThan(0.8 * limited);
    expect(figures(cut)?.clippedSeconds).toBeLessThan(1.1 * limited);
  });

  it("counts only clipped samples as clipped time, not the samples around them", () => {
    const { samples } = joinWithSilences([voice(4)], [1, 1]);
    const sound = samples.map((sample) => Math.max(-0.9, Math.min(0.9, sample)));
    // Peaks of two samples do not count as clipped.
    const [every, from] = [recordingSampleRate / 100, recordingSampleRate];
    for (let run = 0; run < 310; run += 1) {
      const start = from + run * every;
      sound.fill(run % 2 === 0 ? 1 : -1, start, start + 8);
      sound.fill(1, start + 100, start + 102);
    }
    expect(figures(sound)?.clippedSeconds).toBeCloseTo((310 * 8) / recordingSampleRate, 6);
    // A run of clipped samples also counts if it is split between two calls of `push`.
    const meter = new SpeechLevelMeter(recordingSampleRate);
    for (let at = 0; at < sound.length; at += 61) meter.push(sound.subarray(at, at + 61));
    expect(meter.levels().clippedSeconds).toBeCloseTo((310 * 8) / recordingSampleRate, 6);
  });

  it.each([-60, -26, -3])("measures the level of speech at %i dB", (level) => {
    const spoken = voice(2);
    const power = spoken.reduce((sum, sample) => sum + sample * sample, 0) / spoken.length;
    const factor = Math.sqrt(10 ** (level / 10) / power);
    const { samples } = joinWithSilences([spoken.map((sample) => sample * factor)], [1, 1]);
    expect(figures(samples)?.speechDb).toBeCloseTo(level, 0);
  });

  it("ignores clicks before and after the speech", () => {
    const click = hiss(1, 0.8).slice(0, 0.015 * recordingSampleRate);
    const found = figures(joinWithSilences([click, voice(2), click], [1, 1, 1, 0.5]).samples);
    expect(found?.firstWordSeconds).toBeCloseTo(2, 1);
    expect(found?.spokenSeconds).toBeCloseTo(2, 1);
  });

  const silences: readonly (readonly [string, Float32Array])[] = [
    ["an empty recording", new Float32Array()],
    ["one sample", Float32Array.of(0.5)],
    ["digital silence", new Float32Array(3 * recordingSampleRate)],
    ["a constant offset", new Float32Array(3 * recordingSampleRate).fill(0.2)],
    ["a quiet room", hiss(5, 0.0005)],
    ["a loud fan", hiss(5, 0.1)],
    ["noise in the lowest of 16 bits", hiss(5, 2 ** -15)],
    [
      "a click",
      Float32Array.from([...new Float32Array(48_000), ...hiss(1, 0.5).slice(0, 300), ...new Float32Array(48_000)]),
    ],
  ];
  for (const [name, samples] of silences) {
    it(`finds no speech in ${name}`, () => {
      expect(figures(samples)).toBeNull();
    });
  }
});

describe("measureSpeech", () => {
  it("finds the same pauses and first word in a file as in its samples", async () => {
    const { samples } = joinWithSilences([voice(20), voice(30), voice(12)], [2, 5, 1, 1.5]);
    const heard = addRoomNoise(samples, 40);
    let rests = 0;
    const measured = await measureSpeech(encodeWav(heard), async () => {
      rests += 1;
    });
    expect(rests).toBe(4);
    const whole = figures(heard);
    expect(whole).not.toBeNull();
    expect(measured).toMatchObject({ pauses: whole?.pauses, firstWordSeconds: whole?.firstWordSeconds });
  });

  it("returns null for a file that cannot be decoded", async () => {
    expect(await measureSpeech(new ArrayBuffer(10), async () => undefined)).toBeNull();
  });
});
