import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { ahead } from "./support/ahead.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { resizeExamples, type StoredTake, storedTakes } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();
const openPage = openFileBrowser(spoken);
/** Less than this of a take may be lost to a crash. */
const crashSeconds = 1.5;

/** Opens the preparation, does what it asks for, and starts. */
async function startMock(page: Page): Promise<void> {
  await page.goto(`${appUrl}/exam/run`);
  const start = page.getByRole("button", { name: "Start the mock exam" });
  await page.getByText("Everything is on this device.").waitFor();
  expect(await start.getAttribute("aria-disabled"), "before the microphone was checked").toBe("true");
  await page.getByRole("button", { name: "Check your microphone" }).click();
  await page.getByRole("button", { name: "Turn on microphone" }).click();
  await page.getByText("Say something").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await start.click();
}

const measured = (page: Page) => page.evaluate(() => performance.getEntriesByName("chime-to-first-sample").length);

/** Waits until the page records its `count`th take, and so many seconds of it were recorded. */
async function recordFor(page: Page, count: number, seconds: number): Promise<void> {
  await page.getByText("Interpret now", { exact: true }).waitFor();
  await page.waitForFunction(
    (wanted) => {
      const takes = performance.getEntriesByName("chime-to-first-sample");
      const last = takes[wanted.count - 1];
      return last !== undefined && performance.now() - last.startTime > wanted.seconds * 1_000;
    },
    { count, seconds },
  );
}

async function crash(page: Page, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = ahead(page.waitForEvent("crash"));
  // It has no answer to give any more.
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

function heardIn(take: StoredTake) {
  const signal = decodeWav(new Uint8Array(Buffer.from(take.wavBase64, "base64")).buffer);
  if (!signal) throw new Error("What was stored is no WAV file");
  const { lostMs, putInMs, unfound, startsAt } = compareWithSpoken(spoken, signal);
  return { lostMs, putInMs, unfound, startsAt, seconds: signal.samples.length / signal.sampleRate };
}

const placeOf = ({ mock, segmentIndex, attempt }: StoredTake) => [mock?.dialogue, segmentIndex, attempt];

test("a whole mock through a network that goes and a page that crashes: every take is there, sample by sample", async () => {
  const { page, context } = await openPage();
  await resizeExamples(page, 2);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startMock(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    // The microphone's worker, which the check before has left in the browser's cache, is no question to anybody.
    if (request.resourceType() === "fetch" || request.resourceType() === "xhr") asked.push(request.url());
  });
  await page.getByRole("button", { name: "Begin this dialogue" }).click();
  await recordFor(page, 1, 2);
  await page.getByRole("button", { name: "Repeat (free)" }).click();
  await recordFor(page, 2, 2.5);
  await page.getByRole("button", { name: "Repeat (about 1 mark)" }).waitFor();

  await context.setOffline(true);
  await page.keyboard.press("Space");
  await recordFor(page, 3, 2);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Go on to dialogue 2" }).click();
  await page.getByRole("button", { name: "Begin this dialogue" }).click();
  await recordFor(page, 4, 4);
  const began = await page.evaluate(() => performance.getEntriesByName("chime-to-first-sample").at(-1)?.startTime ?? 0);
  const saidSeconds = await page.evaluate((since) => (performance.now() - since) / 1_000, began);
  expect(asked, "nothing is asked of the network while a mock is sat").toEqual([]);
  await crash(page, context);
  await context.setOffline(false);

  const again = await context.newPage();
  await again.goto(`${appUrl}/exam/run`);
  await again.getByRole("heading", { name: "The mock exam was interrupted" }).waitFor();
  await again.getByText("It goes on at segment 2 of dialogue 2").waitFor();
  await again.getByRole("button", { name: "Go on" }).click();
  await recordFor(again, 1, 2);
  expect(await measured(again)).toBe(1);
  await again.keyboard.press("Space");
  await again.getByRole("heading", { name: "The mock exam is over" }).waitFor();
  await again.getByText("You interpreted 4 of 4 segments").waitFor();

  const takes = await storedTakes(again, "parlance-mocks");
  expect(takes.map(placeOf)).toEqual([
    [0, 0, 1],
    [0, 0, 2],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 1],
  ]);
  expect(takes.map(({ interrupted }) => interrupted)).toEqual([false, false, false, true, false]);
  const heard = takes.map(heardIn);
  for (const { lostMs, putInMs, unfound } of heard) {
    expect({ lostMs, putInMs, unfound }).toEqual({ lostMs: 0, putInMs: 0, unfound: [] });
  }
  expect(heard[3]?.seconds, "what was said until the crash").toBeGreaterThan(saidSeconds - crashSeconds);
  const starts = heard.slice(0, 4).map(({ startsAt }) => startsAt);
  expect(starts, "one after the other, as they were said").toEqual(starts.toSorted((one, other) => one - other));
  expect(await storedTakes(again), "practice has none of them").toEqual([]);
});

test("a second tab is kept away from a mock that is being sat, and may go on once that tab is gone", async () => {
  const { page, context } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startMock(page);
  await page.getByRole("button", { name: "Begin this dialogue" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${appUrl}/exam/run`);
  await other.getByRole("heading", { name: "A mock exam is open in another tab" }).waitFor();
  await page.close();
  // The browser lets go of what a tab held a moment after the tab is gone.
  await other.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name?.startsWith("parlance-mock-"));
  });
  await other.getByRole("button", { name: "Try again" }).click();
  await other.getByRole("button", { name: "Begin this dialogue" }).waitFor();
});

test("whoever logs out is asked before what they said in a mock is deleted, and offered it as a file", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await startMock(page);
  await page.getByRole("button", { name: "Begin this dialogue" }).click();
  await recordFor(page, 1, 1);
  await page.getByRole("button", { name: "End the mock exam" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await page.getByRole("heading", { name: "The mock exam was ended" }).waitFor();
  await page.getByText("You interpreted 1 of 2 segments").waitFor();
  await page.getByRole("link", { name: "All mock exams" }).click();
  await page.getByText(/What you said is on this device alone: 1 recording/).waitFor();

  const logOut = async () => {
    await page.getByRole("button", { name: /Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  const question = page.getByRole("dialog", { name: "Log out without saving?" });
  await logOut();
  await question.getByText("one recording").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    question.getByRole("button", { name: "Save as a file (ZIP)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("mock-exams.zip");
  await question.getByRole("button", { name: "Stay" }).click();
  expect(await storedTakes(page, "parlance-mocks")).toHaveLength(1);
  await logOut();
  await question.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  await expect.poll(() => storedTakes(page, "parlance-mocks")).toEqual([]);
});
