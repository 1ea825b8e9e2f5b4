import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { isClean } from "./support/axe.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  answerLeaving,
  finishAttempt,
  listenUntilRecording,
  openExample,
  recordFor,
  restartUntilRecording,
  storedTakes,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";
import { downloadTake } from "./support/spoken-take.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

async function download(page: Page, name?: RegExp) {
  const { fileName, ...take } = await downloadTake(page, name);
  return { fileName, take, compared: compareWithSpoken(spoken, take) };
}

const history = (page: Page) => page.getByText(/Recordings of this segment/);

test("each attempt can be heard and downloaded until it is deleted or the learner goes back to the topics", async () => {
  const { page, context } = await openPage();
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { tracks: [...(Reflect.get(window, "tracks") ?? []), ...stream.getTracks()] });
      return stream;
    };
  });
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  expect(await history(page).count(), "there is nothing to show yet").toBe(0);
  await listenUntilRecording(page);
  await recordFor(page, 1);
  await finishAttempt(page);
  await restartUntilRecording(page);
  await recordFor(page, 2);
  await finishAttempt(page);

  const present = await download(page);
  expect(present.fileName).toBe("example-1-segment-1-attempt-2.wav");
  expect(present.compared).toMatchObject({ slips: [], unfound: [] });
  await history(page).click();
  await page.getByText(/Recordings use 0\.\d MB of 200 MB on this device/).waitFor();
  const first = await download(page, /^Download attempt 1/);
  expect(first.fileName).toBe("example-1-segment-1-attempt-1.wav");
  expect(first.compared.startsAt).toBeLessThan(present.compared.startsAt);
  expect(present.take.samples.length).toBeGreaterThan(first.take.samples.length);

  for (const attempt of [1, 2]) {
    await page.getByRole("button", { name: `Play attempt ${attempt}` }).click();
    await page.getByText("Playing your recording.").first().waitFor();
    await page.getByRole("button", { name: `Stop attempt ${attempt}` }).waitFor();
  }
  await isClean(page);

  await page.getByRole("button", { name: "Delete attempt 1" }).click();
  const question = page.getByRole("dialog", { name: "Delete this recording?" });
  expect(await page.getByText("Playing your recording.").count(), "a question stops what plays").toBe(0);
  await isClean(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Delete attempt 1" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Recordings of this segment (1)").waitFor();
  await expect.poll(() => storedTakes(page)).toMatchObject([{ attempt: 2 }]);

  await page.reload();
  await history(page).waitFor();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await page.getByText("Playing the original again.").first().waitFor();
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await answerLeaving(page, "Remove");
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  await expect.poll(() => storedTakes(page)).toEqual([]);
  const states = () =>
    page.evaluate(() => (Reflect.get(window, "tracks") as MediaStreamTrack[]).map(({ readyState }) => readyState));
  expect(new Set(await states()), "the microphone is released").toEqual(new Set(["ended"]));
});

test("two tabs on the same scenario share their takes, and neither takes the other's recording for a crash", async () => {
  const { page: one, context } = await openPage();
  const two = await context.newPage();
  await two.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes("Recording Recovered")) Object.assign(window, { recovered: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  for (const page of [one, two]) await shortenAudio(page, 0.5);
  await signUpFree(one, appUrl, newLearner());
  await openExample(one, /rent a flat/);
  await listenUntilRecording(one);
  await recordFor(one, 2);

  await two.goto(one.url());
  await two.getByText("Press Play Audio, listen, then interpret aloud.").first().waitFor();
  await finishAttempt(one);
  await history(two).waitFor();
  expect(await two.evaluate(() => Reflect.get(window, "recovered"))).toBeUndefined();
  const [take, ...others] = await storedTakes(one);
  expect(others).toEqual([]);
  expect(take).toMatchObject({ attempt: 1, interrupted: false });

  await Promise.all([restartUntilRecording(one), restartUntilRecording(two)]);
  await Promise.all([finishAttempt(one), finishAttempt(two)]);
  for (const page of [one, two]) await page.getByText("Recordings of this segment (3)").waitFor();
  expect(new Set((await storedTakes(one)).map(({ number }) => number)).size).toBe(3);

  await one.getByRole("button", { name: "Back to Topics" }).click();
  await answerLeaving(one, "Remove");
  await history(two).waitFor({ state: "detached" });
  await two.getByText("Press Play Audio, listen, then interpret aloud.").first().waitFor();
});

test("the take that was not used for longest makes room for a new one, and that is said", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /primary school/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await restartUntilRecording(page);
  await finishAttempt(page);
  await page.getByText("Recordings of this segment (2)").waitFor();
  expect((await storedTakes(page)).map(({ number, attempt }) => [number, attempt])).toEqual([
    [1, 1],
    [2, 2],
  ]);

  // As if the first take nearly filled what recordings may use.
  await page.evaluate(async () => {
    const opening = indexedDB.open("parlance");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const takes = opening.result.transaction("takes", "readwrite").objectStore("takes");
    const reading = takes.get(1);
    await new Promise((resolve) => {
      reading.onsuccess = () => {
        takes.put({ ...reading.result, bytes: 199_999_999 }, 1).onsuccess = resolve;
      };
    });
    opening.result.close();
  });
  await restartUntilRecording(page);
  await finishAttempt(page);
  await page.getByText("the recording that you had not used for longest was removed").first().waitFor();
  await page.getByText("Recordings of this segment (2)").waitFor();
  expect((await storedTakes(page)).map(({ number }) => number)).toEqual([2, 3]);
});
