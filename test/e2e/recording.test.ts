import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { captureMicrophone, readCaptured } from "../bench/microphone-capture.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { correlate, type Signal } from "./support/correlate.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { createMinuteOfSpeech } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
const spoken = createMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

/** Returns the time at which the microphone captured the audio at `fromSeconds`, in ms of `performance.now()`. */
async function momentIn(
  page: Page,
  { samples, sampleRate }: Signal,
  fromSeconds: number,
  nearMs: number,
): Promise<number> {
  const heard = await readCaptured(page, nearMs - 1_000, nearMs + 2_500);
  const excerpt = samples.slice(fromSeconds * sampleRate, (fromSeconds + 1) * sampleRate);
  const { peak, lagSeconds } = heard
    ? correlate(heard.signal, { samples: excerpt, sampleRate })
    : { peak: 0, lagSeconds: 0 };
  expect(peak, "the other listener heard the same").toBeGreaterThan(0.5);
  return (heard?.startsAt ?? 0) + lagSeconds * 1_000;
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test("records from at most 20 ms after the end of the original, and stores 16-bit PCM WAV", async () => {
  const { page, context } = await openPage();
  await captureMicrophone(context);
  await context.addInitScript(() =>
    addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.textContent?.includes("Finish Attempt"))
          performance.mark("finish-clicked");
      },
      true,
    ),
  );
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 4);
  await finishAttempt(page);

  const [stored, ...others] = await loadStoredRecordings(page);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ key: "recording_nepali_example-1_0", type: "audio/wav", attempt: 1, segmentIndex: 0 });
  const bytes = Buffer.from(stored?.wavBase64 ?? "", "base64");
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  expect(bytes.toString("latin1", 8, 16)).toBe("WAVEfmt ");
  expect({ format: bytes.readUInt16LE(20), channels: bytes.readUInt16LE(22), bits: bytes.readUInt16LE(34) }).toEqual({
    format: 1,
    channels: 1,
    bits: 16,
  });

  const recording = decodeWav(new Uint8Array(bytes).buffer);
  if (!recording) throw new Error("The recording is not a WAV file");
  expect(recording.sampleRate).toBe(24_000);
  const seconds = recording.samples.length / recording.sampleRate;
  expect(seconds).toBeCloseTo(stored?.durationSeconds ?? 0, 3);
  expect(seconds).toBeGreaterThan(3.9);

  const { startsAt, slips, missingWindows } = compareWithSpoken(spoken, recording);
  expect({ slips, missingWindows }, "the recording is the spoken audio, without missing or extra samples").toEqual({
    slips: [],
    missingWindows: [],
  });

  const said = spoken.samples.slice(
    Math.round(startsAt * spoken.sampleRate),
    Math.round((startsAt + seconds) * spoken.sampleRate),
  );
  expect(20 * Math.log10(rms(recording.samples) / rms(said))).toBeGreaterThan(-6);
  expect(20 * Math.log10(rms(recording.samples) / rms(said))).toBeLessThan(6);

  const { endedAt, clickedAt } = await page.evaluate(() => ({
    endedAt: performance.getEntriesByName("ended-to-first-sample").at(-1)?.startTime ?? Number.NaN,
    clickedAt: performance.getEntriesByName("finish-clicked").at(-1)?.startTime ?? Number.NaN,
  }));
  expect(await momentIn(page, recording, 0, endedAt), "begins with the end of the original").toBeLessThan(endedAt + 20);
  const lastSecond = await momentIn(page, recording, seconds - 1, clickedAt - 1_000);
  expect(lastSecond + 1_000, "continues until the click").toBeGreaterThan(clickedAt);
});
