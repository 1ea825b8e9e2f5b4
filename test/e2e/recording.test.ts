import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { decodeWav, encodeWav } from "../../web/src/features/practice/audio/wav.ts";
import { launchBrowser, openPage } from "./support/browser.ts";
import { correlate } from "./support/correlate.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, recordFor, storedTakes } from "./support/practice.ts";
import { makeSpeech } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
const spokenRate = 48_000;
const directory = mkdtempSync(join(tmpdir(), "parlance-speech-"));
const spoken = makeSpeech({ seconds: 60, sampleRate: spokenRate, seed: 7 });
let browser: Browser;

beforeAll(async () => {
  const file = join(directory, "speech.wav");
  writeFileSync(file, Buffer.from(encodeWav(spoken, spokenRate)));
  browser = await launchBrowser({ speech: file });
});
afterAll(async () => {
  await browser.close();
  rmSync(directory, { recursive: true });
});

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test("the stored take is a 16-bit PCM WAV that holds what was said, from the moment the original ended", async () => {
  const { page } = await openPage(browser);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await recordFor(page, 4);
  await finishAttempt(page);

  const [stored, ...others] = await storedTakes(page);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ key: "recording_example-1_0", type: "audio/wav", attempt: 1, segmentIndex: 0 });
  const bytes = Buffer.from(stored?.wavBase64 ?? "", "base64");
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  expect(bytes.toString("latin1", 8, 16)).toBe("WAVEfmt ");
  expect({ format: bytes.readUInt16LE(20), channels: bytes.readUInt16LE(22), bits: bytes.readUInt16LE(34) }).toEqual({
    format: 1,
    channels: 1,
    bits: 16,
  });

  const take = decodeWav(new Uint8Array(bytes).buffer);
  if (!take) throw new Error("The take is not a WAV file");
  expect(take.sampleRate).toBe(24_000);
  const seconds = take.samples.length / take.sampleRate;
  expect(seconds).toBeCloseTo(stored?.durationSeconds ?? 0, 3);
  expect(seconds).toBeGreaterThan(3.9);

  const reference = { samples: spoken, sampleRate: spokenRate };
  const whole = correlate(reference, take);
  expect(whole.peak).toBeGreaterThan(0.9);

  const first100Ms = { samples: take.samples.slice(0, 2_400), sampleRate: take.sampleRate };
  const from = Math.round((whole.lagSeconds - 0.05) * spokenRate);
  const around = { samples: spoken.slice(from, from + 0.2 * spokenRate), sampleRate: spokenRate };
  const beginning = correlate(around, first100Ms);
  expect(beginning.peak).toBeGreaterThan(0.8);
  expect(beginning.lagSeconds).toBeCloseTo(0.05, 2);

  const said = spoken.slice(
    Math.round(whole.lagSeconds * spokenRate),
    Math.round((whole.lagSeconds + seconds) * spokenRate),
  );
  expect(20 * Math.log10(rms(take.samples) / rms(said))).toBeGreaterThan(-6);
  expect(20 * Math.log10(rms(take.samples) / rms(said))).toBeLessThan(6);

  const firstSampleMs = await page.evaluate(
    () => performance.getEntriesByName("ended-to-first-sample").at(-1)?.duration,
  );
  expect(firstSampleMs).toBeLessThan(100);
});
