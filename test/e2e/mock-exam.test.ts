import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { SegmentList } from "../../domain/scenario.ts";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { limitMs } from "../support/limits.ts";
import { ahead } from "./support/ahead.ts";
import {
  beginButton,
  candidate,
  checkMicrophone,
  prepareMock,
  segmentsHere,
  startButton,
  startMock,
} from "./support/candidate.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { keepMicrophone } from "./support/keep-microphone.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { resizeExamples, type StoredTake, storedTakes } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";
import { onThirdGeneration } from "./support/third-generation.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();
const openPage = openFileBrowser(spoken);
/** Less than this of a take may be lost to a crash. */
const crashSeconds = 1.5;

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

/** How many segments the pack has of an example. */
async function segmentsOf(id: string): Promise<number> {
  const list = new URL(`../../content/pack/nepali/example/${id}/metadata.json`, import.meta.url);
  return SegmentList.parse(JSON.parse(await readFile(list, "utf8"))).length;
}

test(
  "a whole mock of full length through a slow network that goes and a page that crashes: every take is there, sample by sample",
  async () => {
    const { page, context } = await openPage();
    await shortenAudio(page, 0.5);
    await signUpFree(page, appUrl, newLearner());
    const setOffline = await onThirdGeneration(page);
    await startMock(page, appUrl);
    const asked: string[] = [];
    page.on("request", (request) => {
      // The microphone's worker, which the check before has left in the browser's cache, is no question to anybody.
      if (request.resourceType() === "fetch" || request.resourceType() === "xhr") asked.push(request.url());
    });
    await beginButton(page).click();
    const first = candidate(page);
    await first.interpret(2);
    const firstCount = await segmentsHere(page);
    await page.getByRole("button", { name: "Repeat (free)" }).click();
    await first.interpret(2.5);
    await page.getByRole("button", { name: "Repeat (about 1 mark)" }).waitFor();
    await page.keyboard.press("Space");
    await first.through(2, 5);
    await setOffline(true);
    await first.through(6, firstCount);
    await page.getByRole("button", { name: "Go on to dialogue 2" }).click();
    await beginButton(page).click();
    await first.through(1, 3);
    await first.interpret(4);
    const secondCount = await segmentsHere(page);
    const began = await page.evaluate(
      () => performance.getEntriesByName("chime-to-first-sample").at(-1)?.startTime ?? 0,
    );
    const saidSeconds = await page.evaluate((since) => (performance.now() - since) / 1_000, began);
    expect(asked, "nothing is asked of the network while a mock is sat").toEqual([]);
    await crash(page, context);

    const again = await context.newPage();
    await again.goto(`${appUrl}/exam/run`);
    await again.getByRole("heading", { name: "The mock exam was interrupted" }).waitFor();
    await again.getByText("It goes on at segment 5 of dialogue 2").waitFor();
    await again.getByRole("button", { name: "Go on" }).click();
    await candidate(again).through(5, secondCount);
    await again.getByRole("heading", { name: "The mock exam is over" }).waitFor();
    const all = firstCount + secondCount;
    await again.getByText(`You interpreted ${all} of ${all} segments`).waitFor();

    const takes = await storedTakes(again, "parlance-mocks");
    const ids = [...new Set(takes.map(({ scenarioId }) => scenarioId))];
    const counts = await Promise.all(ids.map(segmentsOf));
    expect(counts).toEqual([firstCount, secondCount]);
    const everySegment = counts.flatMap((count, dialogue) =>
      Array.from({ length: count }, (_, segment) => [dialogue, segment, 1]),
    );
    expect(takes.map(placeOf)).toEqual([[0, 0, 1], [0, 0, 2], ...everySegment.slice(1)]);
    const brokenOff = 1 + firstCount + 3;
    expect(takes.flatMap(({ interrupted }, at) => (interrupted ? [at] : []))).toEqual([brokenOff]);
    const heard = takes.map(heardIn);
    for (const { lostMs, putInMs, unfound } of heard) {
      expect({ lostMs, putInMs, unfound }).toEqual({ lostMs: 0, putInMs: 0, unfound: [] });
    }
    expect(heard[brokenOff]?.seconds, "what was said until the crash").toBeGreaterThan(saidSeconds - crashSeconds);
    expect(await storedTakes(again), "practice has none of them").toEqual([]);
  },
  limitMs(180_000),
);

test("a mock begins only once the microphone was heard", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await prepareMock(page, appUrl);
  await page.getByRole("button", { name: "Check your microphone" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("The microphone was not turned on, so nothing could be recorded.").waitFor();
  expect(await startButton(page).getAttribute("aria-disabled")).toBe("true");
  await checkMicrophone(page);
  await page.getByText("Checked.").waitFor();
  await startButton(page).click();
  await beginButton(page).waitFor();
});

test("a microphone that goes halts a mock: what was said is kept, and it goes on at the next segment", async () => {
  const { page, context } = await openPage();
  await keepMicrophone(context);
  await resizeExamples(page, 2);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startMock(page, appUrl);
  await beginButton(page).click();
  const { interpret, through } = candidate(page);
  await interpret(1.5);
  await page.evaluate(() => window.microphone?.track.dispatchEvent(new Event("ended")));
  await page.getByRole("heading", { name: "Your microphone is gone" }).waitFor();
  await page.getByText("It goes on at segment 2 of dialogue 1, and the interruption is noted.").waitFor();
  const [stored, ...others] = await storedTakes(page, "parlance-mocks");
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ segmentIndex: 0, interrupted: true });
  expect(stored?.durationSeconds).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Go on" }).click();
  await through(2, 2);
  await page.getByRole("button", { name: "Go on to dialogue 2" }).click();
  await beginButton(page).click();
  await through(1, 2);
  await page.getByText(/You interpreted 4 of 4 segments; .*, with one interruption noted/).waitFor();
});

test("a second tab is kept away from a mock that is being sat, and may go on once that tab is gone", async () => {
  const { page, context } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startMock(page, appUrl);
  await beginButton(page).waitFor();
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
  await beginButton(other).waitFor();
});

test("whoever logs out is asked before what they said in a mock is deleted, and offered it as a file", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await startMock(page, appUrl);
  await beginButton(page).click();
  await candidate(page).interpret(1);
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
