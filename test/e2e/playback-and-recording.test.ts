import { afterEach, describe, expect, inject, test } from "vitest";
import { hasPulseAudio } from "../engines/pulse-audio.mjs";
import { launchBrowser, openPage } from "./support/browser.ts";
import { startBusyProcesses } from "./support/busy-processes.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { correlate, type Signal } from "./support/correlate.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { createOriginal, replaceOriginals } from "./support/originals.ts";
import { finishAttempt, openExample, waitForOriginalEnd, waitForRecordedSeconds } from "./support/practice.ts";
import { startSoundServer } from "./support/sound-server.ts";
import { createSpokenFile } from "./support/speech-wav.ts";
import { downloadAndReadRecording } from "./support/spoken-recording.ts";

const appUrl = inject("appUrl");
const original = createOriginal(10);
const spoken = createSpokenFile(15);
/** The speech is quiet, so that the end of the original can be found in a recording of both. */
const quietSpeech = { ...spoken, samples: spoken.samples.map((sample) => sample / 4) };
const endingSeconds = 1;
const ending = { ...original, samples: original.samples.slice(-endingSeconds * original.sampleRate) };
/** The longest allowed time from the end of the original to the first stored sample, in seconds. */
const mostLate = 0.02;
/** The longest part of the original that the recording may contain, in seconds. */
const mostEarly = 0.02;

/** In seconds. */
function placeOf(part: Signal, heard: Signal): number {
  const { peak, lagSeconds } = correlate(heard, part);
  expect(peak, "it is found").toBeGreaterThan(0.5);
  return lagSeconds;
}

describe.skipIf(!hasPulseAudio())("practice on a busy machine", () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  test("loses no sound of the original, and starts to record within 20 ms of its end", async () => {
    const sound = await startSoundServer("room");
    ends.push(sound.stop);
    const browser = await launchBrowser({ sound, microphone: "sound server" });
    ends.push(() => browser.close());
    const { page } = await openPage(browser);
    await replaceOriginals(page, original);
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    const played = await sound.record();
    const endLoad = await startBusyProcesses(6);
    ends.push(endLoad);
    await page.getByRole("button", { name: "Play Audio" }).click();
    await waitForOriginalEnd(page);
    const heardAlone = await played.stop();
    await waitForRecordedSeconds(page, 0.5);
    await finishAttempt(page);

    await page.getByRole("button", { name: "Next" }).click();
    const beside = await sound.record();
    sound.speak(quietSpeech);
    await page.getByRole("button", { name: "Play Audio" }).click();
    await waitForOriginalEnd(page);
    await waitForRecordedSeconds(page, 3);
    await finishAttempt(page);
    const heard = await beside.stop();
    const recording = await downloadAndReadRecording(page);
    await endLoad();

    const { slips, missingWindows } = compareWithSpoken(heardAlone, original);
    expect({ slips, missingWindows }).toEqual({ slips: [], missingWindows: [] });
    const endsAt = placeOf(ending, heard) + endingSeconds;
    const startsAt = placeOf(recording, heard);
    expect(startsAt - endsAt).toBeLessThan(mostLate);
    expect(startsAt - endsAt).toBeGreaterThan(-mostEarly);
  });
});
