import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  answerLeaving,
  finishAttempt,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  restartUntilRecording,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { createMinuteOfSpeech } from "./support/speech-wav.ts";
import { downloadAndReadRecording } from "./support/spoken-recording.ts";

const appUrl = inject("appUrl");
const spoken = createMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

async function download(page: Page, name?: RegExp) {
  const { fileName, ...recording } = await downloadAndReadRecording(page, name);
  return { fileName, recording, compared: compareWithSpoken(spoken, recording) };
}

const history = (page: Page) => page.getByText(/Recordings of this segment/);

async function keepTracks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { tracks: [...(Reflect.get(window, "tracks") ?? []), ...stream.getTracks()] });
      return stream;
    };
  });
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes("Recording Recovered")) Object.assign(window, { recovered: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return page;
}

const idle = "Press Play Audio, listen, then interpret aloud.";

test("lists each attempt until the learner deletes its recording", async () => {
  const { page: one, context } = await openPage();
  await keepTracks(context);
  const two = await openTab(context);
  for (const page of [one, two]) await shortenAudio(page, 0.5);
  await signUpFree(one, appUrl, newLearner());
  await openExample(one, /doctor/);
  expect(await history(one).count(), "there is nothing to show yet").toBe(0);
  await listenUntilRecording(one);
  await waitForRecordedSeconds(one, 1);
  await finishAttempt(one);
  await restartUntilRecording(one);
  await two.goto(one.url());
  await two.getByText("Recordings of this segment (1)").waitFor();
  await waitForRecordedSeconds(one, 2);
  await finishAttempt(one);
  await two.getByText("Recordings of this segment (2)").waitFor();
  expect(await two.evaluate(() => Reflect.get(window, "recovered"))).toBeUndefined();

  const present = await download(one);
  expect(present.fileName).toBe("example-1-segment-1-attempt-2.wav");
  expect(present.compared).toMatchObject({ slips: [], missingWindows: [] });
  await history(one).click();
  await one.getByText(/Your practice recordings use [\d.]+ [kM]B of 200 MB in this browser/).waitFor();
  const first = await download(one, /^Download attempt 1/);
  expect(first.fileName).toBe("example-1-segment-1-attempt-1.wav");
  expect(first.compared.startsAt).toBeLessThan(present.compared.startsAt);
  expect(present.recording.samples.length).toBeGreaterThan(first.recording.samples.length);
  for (const attempt of [1, 2]) {
    await one.getByRole("button", { name: `Play attempt ${attempt}` }).click();
    await one.getByText("Playing your recording.").first().waitFor();
    await one.getByRole("button", { name: `Stop attempt ${attempt}` }).waitFor();
  }
  await expectAccessible(one);

  await one.getByRole("button", { name: "Delete attempt 1" }).click();
  const question = one.getByRole("dialog", { name: "Delete this recording?" });
  expect(await one.getByText("Playing your recording.").count(), "the question stops the playback").toBe(0);
  await expectAccessible(one);
  await question.getByRole("button", { name: "Keep it" }).press("Enter");
  const deleteFirst = one.getByRole("button", { name: "Delete attempt 1" });
  await expect.poll(() => deleteFirst.evaluate((button) => button === document.activeElement)).toBe(true);
  await deleteFirst.click();
  await question.getByRole("button", { name: "Delete" }).click();
  for (const page of [one, two]) await page.getByText("Recordings of this segment (1)").waitFor();
  await expect.poll(() => loadStoredRecordings(one)).toMatchObject([{ attempt: 2, interrupted: false }]);

  await Promise.all([restartUntilRecording(one), restartUntilRecording(two)]);
  await Promise.all([finishAttempt(one), finishAttempt(two)]);
  for (const page of [one, two]) await page.getByText("Recordings of this segment (3)").waitFor();
  expect(new Set((await loadStoredRecordings(one)).map(({ number }) => number)).size).toBe(3);

  await one.reload();
  await history(one).waitFor();
  await one.getByRole("button", { name: "Play Audio" }).click();
  await one.getByText("Playing the original again.").first().waitFor();
  await one.getByRole("button", { name: "Back to Topics" }).click();
  await answerLeaving(one, "Remove");
  await one.getByRole("heading", { name: /Welcome/ }).waitFor();
  await expect.poll(() => loadStoredRecordings(one)).toEqual([]);
  const states = () =>
    one.evaluate(() => (Reflect.get(window, "tracks") as MediaStreamTrack[]).map(({ readyState }) => readyState));
  expect(new Set(await states()), "the microphone is released").toEqual(new Set(["ended"]));
  await history(two).waitFor({ state: "detached" });
  await two.getByText(idle).first().waitFor();
});
