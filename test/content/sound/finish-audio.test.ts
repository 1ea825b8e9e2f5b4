import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishAudio, highestPeak } from "../../../content/sound/finish-audio.ts";
import { integratedLoudness, truePeak } from "../../../content/sound/loudness.ts";
import { type BitRate, type Mp3Decoder, startMp3Decoder } from "../../../content/sound/mp3.ts";
import { amplify, secondsOf, type Waveform } from "../../../content/sound/waveform.ts";
import { concatenate, mix, noise, silence, sine, syllables } from "./generated-sound.ts";

let decoder: Mp3Decoder;
beforeAll(async () => {
  decoder = await startMp3Decoder();
});
afterAll(() => decoder.free());

/** Parses the header of an MP3 frame (ISO 11172-3 and 13818-3, layer III of MPEG-2). */
function frameOf(mp3: Buffer, at: number) {
  const header = mp3.readUInt32BE(at);
  const kbits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][(header >>> 12) & 15] ?? 0;
  const hertz = [22_050, 24_000, 16_000][(header >>> 10) & 3] ?? 0;
  return {
    isSound: header >>> 17 === 0x7ff9,
    kbits,
    hertz,
    isMono: ((header >>> 6) & 3) === 3,
    bytes: Math.floor((72 * kbits * 1_000) / hertz) + ((header >>> 9) & 1),
  };
}

function framesOf(mp3: Buffer) {
  const frames: ReturnType<typeof frameOf>[] = [];
  for (let at = 0; at + 4 <= mp3.length; at += Math.max(frames.at(-1)?.bytes ?? 0, 4)) frames.push(frameOf(mp3, at));
  return frames;
}

const spoken = syllables(3, -9);
const clicks = concatenate(
  ...Array.from({ length: 6 }, () => concatenate(silence(0.45), sine(0.002, 0), silence(0.048))),
);
/** Loud enough to be audible, but the loudness of each block is below the absolute gate of BS.1770, -70 LUFS. */
const faintClicks = concatenate(sine(0.001, -52), silence(0.3), sine(0.001, -52));

const recordings: readonly [name: string, said: Waveform][] = [
  ["at a good level", spoken],
  ["that is hardly audible", amplify(spoken, -35)],
  ["that is clipped", { ...spoken, samples: spoken.samples.map((s) => Math.max(-1, Math.min(1, 6 * s))) }],
  ["of one word", syllables(0.5, -12)],
  ["of 105 ms", sine(0.105)],
  ["with clicks", mix(amplify(spoken, -20), clicks)],
  ["with room noise", mix(spoken, noise(3, -40))],
  ["with a pause", concatenate(syllables(1, -9), silence(2), syllables(1, -15))],
  ["at a sample rate of 16 kHz", { ...spoken, rate: 16_000 }],
];

describe("a finished audio file", () => {
  const cases = recordings.flatMap(([name, said]) => ([16, 48] as const).map((bitrate) => ({ name, said, bitrate })));

  it.each(cases)("has -16 ± 1 LUFS for a recording $name, at $bitrate kbit/s", async ({ said, bitrate }) => {
    const { mp3, loudness, peak, seconds } = await finishAudio(said, bitrate, decoder);
    const heard = await decoder.decode(mp3);
    if (!heard) throw new Error("it does not decode");
    expect(Math.abs(integratedLoudness(heard) + 16)).toBeLessThanOrEqual(1);
    expect(truePeak(heard)).toBeLessThanOrEqual(-1.5);
    expect(loudness).toBeCloseTo(integratedLoudness(heard), 5);
    expect(peak).toBeCloseTo(truePeak(heard), 5);
    expect(seconds).toBeCloseTo(secondsOf(heard), 5);
    expect(heard.rate).toBe(24_000);
  });

  it.each([16, 48] as const)("has only mono frames at 24 kHz and %s kbit/s", async (bitrate) => {
    const frames = framesOf((await finishAudio(spoken, bitrate, decoder)).mp3);
    expect(frames.length).toBeGreaterThan(100);
    for (const frame of frames) {
      expect(frame).toMatchObject({ isSound: true, isMono: true, hertz: 24_000, kbits: bitrate });
    }
  });

  it("has the same bytes for the same audio", async () => {
    const make = async (said: Waveform, bitrate: BitRate = 48) => (await finishAudio(said, bitrate, decoder)).mp3;
    const first = await make(spoken);
    await make(noise(1, -6), 16);
    expect((await make(spoken)).equals(first)).toBe(true);
  });

  it("has 95 to 196 ms before a tone, and 150 to 296 ms after the tone", async () => {
    const { mp3 } = await finishAudio(concatenate(silence(2), sine(1, -9), silence(2)), 48, decoder);
    const heard = await decoder.decode(mp3);
    if (!heard) throw new Error("it does not decode");
    const isHeard = (sample: number) => Math.abs(sample) > 0.05;
    const before = heard.samples.findIndex(isHeard) / heard.rate;
    const after = secondsOf(heard) - (heard.samples.findLastIndex(isHeard) + 1) / heard.rate;
    // The encoder and the decoder together add less than four frames of 24 ms.
    expect(before).toBeGreaterThanOrEqual(0.095);
    expect(before).toBeLessThan(0.1 + 0.096);
    expect(after).toBeGreaterThanOrEqual(0.15);
    expect(after).toBeLessThan(0.2 + 0.096);
  });

  it.each([
    ["silence", silence(3), "it is silent"],
    ["no samples", silence(0), "it is silent"],
    ["a sound of 95 ms", sine(0.095), "it is too short: less than 0.1 seconds are audible"],
    ["two faint clicks", faintClicks, "it is silent"],
    ["clicks alone", clicks, /it cannot be brought to -16 LUFS: it has peaks far above the rest; record it again/],
  ])("cannot be made from %s", async (_name, said, sentence) => {
    await expect(finishAudio(said, 48, decoder)).rejects.toThrow(sentence);
  });
});

it("highestPeak is -1.5 dBTP", () => {
  expect(highestPeak).toBe(-1.5);
});
