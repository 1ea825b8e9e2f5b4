import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createScriptedSpeech, type SpeechScript } from "../web/recognition/scripted-speech.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, waitForRecordedSeconds } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { loadReviews } from "./support/study.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function addScriptedSpeech(context: BrowserContext, script: SpeechScript): Promise<void> {
  const speech = `(${createScriptedSpeech})(${JSON.stringify(script)})`;
  await context.addInitScript({
    content: `{ const { SpeechRecognition, log } = ${speech}; Object.assign(window, { SpeechRecognition, recognitionLog: log }); }`,
  });
}

const recognitionLog = (page: Page) => page.evaluate((): string[] => Reflect.get(window, "recognitionLog") ?? []);

const panel = (page: Page) => page.getByRole("region", { name: "What did you miss?" });
const unit = (page: Page, words: string) => panel(page).getByRole("checkbox", { name: words });

/** Opens the patient's first answer, which contains "about three weeks ago". */
async function openAnswer(page: Page): Promise<void> {
  await shortenAudio(page, 1);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button").nth(1).click();
  await page.getByText("Segment 2/10").waitFor();
}

async function interpret(page: Page): Promise<void> {
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
}

function watchRequests(page: Page): { path: string; bytes: number }[] {
  const sent: { path: string; bytes: number }[] = [];
  page.on("request", (request) => {
    sent.push({ path: new URL(request.url()).pathname, bytes: request.postDataBuffer()?.byteLength ?? 0 });
  });
  return sent;
}

test("speech recognition ticks a unit that the browser did not hear, and sends no audio", async () => {
  const { page, context } = await openPage();
  await addScriptedSpeech(context, {
    available: "available",
    answer: { texts: ["the cough started about two weeks ago it is all right during the day"] },
  });
  await openAnswer(page);
  await interpret(page);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page).getByText(/with this list, on this device\.$/));
  expect(await recognitionLog(page), "nothing runs before it is turned on").toEqual([]);
  await expectAccessibleInEveryAppearance(page);

  const sent = watchRequests(page);
  await panel(page).getByRole("button", { name: "Suggest what I missed" }).click();
  await waitUntilShown(panel(page).getByText(/^Your browser did not hear everything/));
  expect(await unit(page, "three weeks").isChecked()).toBe(true);
  // The app checks the availability of the language when the learner turns recognition on, and again before it starts
  // to recognise a recording.
  expect(await recognitionLog(page)).toEqual([
    ...["available en-US here", "available en-US here"],
    ...["start live audio en-US here", "stop"],
  ]);
  expect(sent.filter(({ bytes }) => bytes > 2000)).toEqual([]);
  expect(sent.map(({ path }) => path).filter((path) => !path.startsWith("/progress/"))).toEqual([]);
  await expectAccessibleInEveryAppearance(page);
  expect(await loadReviews(page), "a suggestion is no rating").toEqual([]);

  await unit(page, "three weeks").uncheck();
  await panel(page).getByRole("button", { name: "All correct" }).click();
  await expect.poll(async () => (await loadReviews(page)).map(({ missed }) => missed)).toEqual([[]]);

  await page.reload();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  const turnOff = page.getByRole("button", { name: "Turn off suggestions" });
  await turnOff.waitFor({ state: "hidden" });
  await page.keyboard.press("t");
  await turnOff.click();
  await turnOff.waitFor({ state: "hidden" });
  expect(
    await panel(page)
      .getByText(/browser|Suggest/)
      .count(),
    "a rated attempt gets no suggestions",
  ).toBe(0);
});

test("enabled speech recognition starts after a recording, but not during a recording", async () => {
  const { page, context } = await openPage();
  await addScriptedSpeech(context, { available: "available", answer: { texts: [] } });
  await page.addInitScript(() => localStorage.setItem("parlance_recognition", "true"));
  await openAnswer(page);
  await interpret(page);
  await expect.poll(() => recognitionLog(page)).toContainEqual(expect.stringMatching(/^start/));
  await page.getByRole("button", { name: "Restart Segment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart Segment" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
  const before = (await recognitionLog(page)).length;
  await waitForRecordedSeconds(page, 1);
  expect((await recognitionLog(page)).length, "nothing starts during a recording").toBe(before);
  await finishAttempt(page);
  await expect.poll(async () => (await recognitionLog(page)).filter((line) => line.startsWith("start")).length).toBe(2);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page).getByText("Your browser suggests no ticks. Tick what you missed."));
  expect(await panel(page).getByRole("checkbox", { checked: true }).count()).toBe(0);
});

test("speech recognition first downloads English if the browser lacks it, and is not offered for Nepali", async () => {
  const { page, context } = await openPage();
  await addScriptedSpeech(context, { available: "downloadable", answer: { texts: ["three weeks"] } });
  await openAnswer(page);
  await interpret(page);
  await page.keyboard.press("t");
  await panel(page).getByRole("button", { name: "Suggest what I missed" }).click();
  await waitUntilShown(panel(page).getByText(/^Your browser (did not hear|suggests)/));
  expect((await recognitionLog(page)).slice(0, 2)).toEqual(["available en-US here", "install en-US"]);
  // The first segment is interpreted into Nepali, but recognition supports only English.
  await page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button").first().click();
  await page.getByText("Segment 1/10").waitFor();
  await interpret(page);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page));
  expect(
    await panel(page)
      .getByText(/browser/)
      .count(),
  ).toBe(0);

  const other = (await openPage()).page;
  await addScriptedSpeech(other.context(), { available: "unavailable", answer: { texts: [] } });
  await openAnswer(other);
  await interpret(other);
  await other.keyboard.press("t");
  await panel(other).getByRole("button", { name: "Suggest what I missed" }).click();
  await waitUntilShown(panel(other).getByText("This browser has no speech recognition for English on this device."));
});
