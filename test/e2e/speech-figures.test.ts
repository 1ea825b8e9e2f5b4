import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { encodeWav } from "../../web/src/audio/wav.ts";
import { seededNoise } from "../web/audio/known-speech.ts";
import { expectAccessible } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, waitForRecordedSeconds } from "./support/practice.ts";
import { replaceAudio } from "./support/short-audio.ts";
import { createSpeech } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
const sampleRate = 48_000;

/** Creates a voice between silences, with room noise. The times are in seconds. */
function spoken(before: number, seconds: number, after: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round((before + seconds + after) * sampleRate));
  if (seconds > 0) samples.set(createSpeech({ seconds, sampleRate, seed: 4 }), before * sampleRate);
  const noise = seededNoise(3);
  return samples.map((sample) => sample + 0.002 * noise());
}

const pauseSeconds = 0.8;
/** The fake microphone repeats its audio, so speech and silence alternate. */
const openSpeaking = openFileBrowser({ samples: spoken(0, 1.2, pauseSeconds), sampleRate });
const openSilent = openFileBrowser({ samples: spoken(4, 0, 0), sampleRate });
const referenceSeconds = 2;

async function practise(page: Page): Promise<void> {
  await replaceAudio(page, encodeWav(spoken(0.4, referenceSeconds, 0.4), sampleRate));
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 5);
}

function numberIn(text: string | undefined): number {
  return Number(text?.replace("−", "-").match(/-?[\d.]+/)?.[0]);
}

test("shows the speech figures of a finished recording", async () => {
  const { page } = await openSpeaking();
  await practise(page);
  expect(await page.getByRole("term").count(), "nothing is measured while it is recorded").toBe(0);
  await finishAttempt(page);

  const notes = page.getByRole("definition");
  await expect.poll(() => notes.nth(2).innerText()).toContain("reference");
  expect(await page.getByRole("term").allInnerTexts()).toEqual(["First word", "Pauses", "Length", "Loudness"]);
  const [first, pauses, length, loudness] = await notes.allInnerTexts();
  expect(numberIn(first)).toBeLessThanOrEqual(pauseSeconds + 0.1);
  const [share, mean] = (pauses ?? "").split("%");
  expect(numberIn(mean)).toBeGreaterThan(pauseSeconds - 0.15);
  expect(numberIn(mean)).toBeLessThan(pauseSeconds + 0.15);
  expect(numberIn(share)).toBeGreaterThan(25);
  expect(numberIn(share)).toBeLessThan(50);
  expect(numberIn(length)).toBeGreaterThan(3);
  const reference = numberIn(length?.split("reference")[1]);
  expect(Math.abs(reference - referenceSeconds)).toBeLessThan(0.2);
  expect(loudness).toMatch(/^−\d+\sdB\s+(not too loud|very quiet|too loud for \d\.\d{1,2}\ss)$/);
  expect(await page.getByText("In an exam, start speaking").count(), "no remark on an early first word").toBe(0);
  await expectAccessible(page);
});

test("reports that no speech was found in a silent recording", async () => {
  const { page } = await openSilent();
  await practise(page);
  await finishAttempt(page);
  await page.getByText("No speech could be measured in this recording.").waitFor();
  expect(await page.getByRole("term").count()).toBe(0);
});
