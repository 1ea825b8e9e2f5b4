import { expect, it } from "vitest";
import { findSourceAdvice, measureSource } from "../../../content/sound/measure-source.ts";
import { amplify, type Waveform } from "../../../content/sound/waveform.ts";
import { concatenate, silence, syllables } from "./generated-sound.ts";

function overdrive(sound: Waveform, decibels: number): Waveform {
  const { samples, rate } = amplify(sound, decibels);
  return { samples: samples.map((sample) => Math.max(-1, Math.min(1, sample))), rate };
}

const adviceFor = (sound: Waveform) => findSourceAdvice(measureSource(sound));
const speech = syllables(2, -12);

it.each([-24, -12, -1])("findSourceAdvice returns no advice for speech at a level of %i dB", (level) => {
  expect(adviceFor(syllables(2, level))).toEqual([]);
});

it.each([18, 30])("findSourceAdvice reports speech that clips after an amplification of %i dB", (decibels) => {
  expect(adviceFor(overdrive(speech, decibels))).toEqual([
    expect.stringMatching(/^was recorded too loudly: [\d.]+ % of it is cut off at the highest level; record it again/),
  ]);
});

it("findSourceAdvice reports the loudness of a recording that is too quiet", () => {
  expect(adviceFor(amplify(speech, -21))).toEqual([
    expect.stringMatching(/^was recorded too quietly \(-4\d(\.\d)? LUFS\); record it again nearer to the microphone$/),
  ]);
});

it("findSourceAdvice reports a recording with 0.2 seconds of sound between long silences", () => {
  expect(adviceFor(concatenate(silence(1), syllables(0.2, -3), silence(1)))).toEqual([
    expect.stringMatching(/^has only 0\.2 seconds of sound; record it again$/),
  ]);
});
