import type { Page } from "playwright-core";
import { afterEach, describe, expect, inject, test } from "vitest";
import { hasPulseAudio } from "../pulse-audio.mjs";
import { launchBrowser, openPage } from "./support/browser.ts";
import { startBusyProcesses } from "./support/busy-processes.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { correlate, type Signal } from "./support/correlate.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { giveOriginal, makeOriginal } from "./support/originals.ts";
import { finishAttempt, openExample, recordFor } from "./support/practice.ts";
import { type MicrophonePlace, startSoundServer } from "./support/sound-server.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";
import { downloadTake } from "./support/spoken-take.ts";

const appUrl = inject("appUrl");
const original = makeOriginal(10);
const spoken = makeMinuteOfSpeech();
/** So that the original is found beside it. */
const quietSpeech = { ...spoken, samples: spoken.samples.map((sample) => sample / 4) };
const endingSeconds = 1;
const ending = { ...original, samples: original.samples.slice(-endingSeconds * original.sampleRate) };
/** From the end of what is heard to the first sample that is kept, in seconds. */
const mostLate = 0.02;
/** What the microphone may hear of the original after all, in seconds. */
const mostEarly = 0.02;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A learner with loudspeakers that are recorded, about to hear the original. */
async function openHearing(place: MicrophonePlace) {
  const sound = await startSoundServer(place);
  ends.push(sound.stop);
  const browser = await launchBrowser({ sound, microphone: "sound server" });
  ends.push(() => browser.close());
  const { page } = await openPage(browser);
  await giveOriginal(page, original);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  return { sound, page };
}

async function hearOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
}

/** Where in what was heard a part of it is found, in seconds. */
function placeOf(part: Signal, heard: Signal): number {
  const { peak, lagSeconds } = correlate(heard, part);
  expect(peak, "it is found").toBeGreaterThan(0.5);
  return lagSeconds;
}

describe.skipIf(!hasPulseAudio())("what the loudspeakers are given", () => {
  test.each([0, 6])("is the whole original without a gap, beside %i busy processes", async (busyProcesses) => {
    const { page, sound } = await openHearing("mouth");
    const played = await sound.record();
    ends.push(await startBusyProcesses(busyProcesses));
    await hearOriginal(page);
    const { slips, unfound } = compareWithSpoken(await played.stop(), original);
    expect({ slips, unfound }).toEqual({ slips: [], unfound: [] });
  });

  test.each([0, 6])("is recorded from its end on, beside %i busy processes", async (busyProcesses) => {
    const { page, sound } = await openHearing("room");
    const played = await sound.record();
    sound.speak(quietSpeech);
    ends.push(await startBusyProcesses(busyProcesses));
    await hearOriginal(page);
    await recordFor(page, 3);
    await finishAttempt(page);
    const heard = await played.stop();
    const take = await downloadTake(page);
    const endsAt = placeOf(ending, heard) + endingSeconds;
    const startsAt = placeOf(take, heard);
    expect(startsAt - endsAt).toBeLessThan(mostLate);
    expect(startsAt - endsAt).toBeGreaterThan(-mostEarly);
  });
});
