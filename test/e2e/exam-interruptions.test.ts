import { expect, inject, test } from "vitest";
import { waitForHeading, waitForToast } from "./support/accounts.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import {
  beginButton,
  checkMicrophone,
  createExamLearner,
  prepareExam,
  startButton,
  startExamInPage,
} from "./support/exam-steps.ts";
import { exposeMicrophone } from "./support/expose-microphone.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedRunningExam } from "./support/marked-exams.ts";
import { loadStoredRecordings, resizeExamples } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("starts an exam only after the microphone check has succeeded", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await prepareExam(page, appUrl);
  await page.getByRole("button", { name: "Check your microphone" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("The microphone was not on. Check it again.").waitFor();
  expect(await startButton(page).getAttribute("aria-disabled")).toBe("true");
  await checkMicrophone(page);
  await page.getByText("Checked.").waitFor();
  await startButton(page).click();
  await beginButton(page).waitFor();
});

test("pauses an exam when the microphone disconnects, and continues at the next segment", async () => {
  const { page, context } = await openPage();
  await exposeMicrophone(context);
  await resizeExamples(page, 2);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startExamInPage(page, appUrl);
  await beginButton(page).click();
  const { interpret, through } = createExamLearner(page);
  await interpret(1.5);
  await page.evaluate(() => window.microphone?.track.dispatchEvent(new Event("ended")));
  await page.getByRole("heading", { name: "Parlance could not use your microphone" }).waitFor();
  await page.getByText("The exam continues at segment 2 of dialogue 1.").waitFor();
  const [stored, ...others] = await loadStoredRecordings(page, "parlance-mocks");
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ segmentIndex: 0, interrupted: true });
  expect(stored?.durationSeconds).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Continue" }).click();
  await through(2, 2);
  await page.getByRole("button", { name: "Continue to dialogue 2" }).click();
  await beginButton(page).click();
  await through(1, 2);
  await page.getByText("You recorded 4 of 4 segments.").waitFor();
});

test("downloads the dialogues of an interrupted exam, and shows the briefing of the second dialogue", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const dialogues = [exampleDialogue("example-1", [interpretedSegment(3)]), exampleDialogue("example-2", [null])];
  await seedRunningExam(page, await createExamAttempt(appUrl, learner, dialogues));
  await prepareExam(page, appUrl);
  await checkMicrophone(page);
  await page.getByRole("button", { name: "Continue the exam" }).click();
  await page.getByRole("button", { name: "Continue to dialogue 2" }).click();
  await page.getByText(/^A man who speaks Nepali has seen an advertisement/).waitFor();
});

test("reports that the end of an exam from a newer version could not be stored, and ends it at the next try", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const dialogues = [exampleDialogue("example-1", [interpretedSegment(3)]), exampleDialogue("example-2", [null])];
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  await seedRunningExam(page, { ...attempt, exam: "exam-of-a-newer-version" });
  await page.goto(`${appUrl}/exam/run`);
  await waitForHeading(page, "This mock exam cannot continue");
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      IDBObjectStore.prototype.put = put;
      throw new DOMException("damaged", "UnknownError");
    };
  });
  await page.getByRole("button", { name: "End exam" }).click();
  await waitForToast(page, "Mock Exam Not Ended", "Close other tabs of Parlance and try again.");
  await page.getByRole("button", { name: "End exam" }).click();
  await page.getByRole("heading", { name: "This mock exam cannot continue" }).waitFor({ state: "detached" });
});

test("blocks a second tab from a running exam until the first tab is closed", async () => {
  const { page, context } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startExamInPage(page, appUrl);
  await beginButton(page).waitFor();
  const other = await context.newPage();
  await other.goto(`${appUrl}/exam/run`);
  await other.getByRole("heading", { name: "The mock exam page may be open in another tab" }).waitFor();
  await page.close();
  // The browser may release the locks of a closed tab a moment later.
  await other.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name?.startsWith("parlance-mock-"));
  });
  await other.getByRole("button", { name: "Try again" }).click();
  await beginButton(other).waitFor();
});

test("asks before a log-out deletes exam recordings, and offers them as a file", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await startExamInPage(page, appUrl);
  await beginButton(page).click();
  await createExamLearner(page).interpret(1);
  await page.getByRole("button", { name: "End the exam" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End exam" }).click();
  await page.getByRole("heading", { name: "The exam was ended early" }).waitFor();
  await page.getByText("You recorded 1 of 2 segments").waitFor();
  await page.getByRole("link", { name: "All mock exams" }).click();
  await page.getByText(/Exam recordings in this browser: 1 recording/).waitFor();

  const logOut = async () => {
    await page.getByRole("button", { name: /Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  const question = page.getByRole("dialog", { name: "Delete your recordings and log out?" });
  await logOut();
  await question.getByText("one mock exam recording").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    question.getByRole("button", { name: "Save as a file (ZIP)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("parlance-recordings.zip");
  await question.getByRole("button", { name: "Stay" }).click();
  expect(await loadStoredRecordings(page, "parlance-mocks")).toHaveLength(1);
  await logOut();
  await question.getByRole("button", { name: "Delete and log out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  await expect.poll(() => loadStoredRecordings(page, "parlance-mocks")).toEqual([]);
});
