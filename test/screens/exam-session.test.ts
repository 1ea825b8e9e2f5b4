import { inject, test } from "vitest";
import { createExamAttempt, exampleDialogue } from "../e2e/support/exam-attempts.ts";
import {
  beginButton,
  checkMicrophone,
  createExamLearner,
  prepareExam,
  startExamFromHome,
  startExamInPage,
  startPreparedExam,
} from "../e2e/support/exam-steps.ts";
import { exposeMicrophone } from "../e2e/support/expose-microphone.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { resizeExamples } from "../e2e/support/practice.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
const sampleRate = 48_000;
const openSilentPage = openFileBrowser({ samples: new Float32Array(sampleRate), sampleRate });

/** The pictures of a playing segment must take less time than the segment. */
const longSegmentSeconds = 60;

test("captures an exam from its preparation to the playback of its first segment", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, longSegmentSeconds);
  await signUpFree(page, appUrl, newLearner());
  await prepareExam(page, appUrl);
  await captureScene(page, "exam-session-before");
  await checkMicrophone(page);
  await waitUntilShown(page.getByText("Checked."));
  await captureScene(page, "exam-session-ready");
  await startPreparedExam(page);
  await captureScene(page, "exam-session-briefing", { inView: [beginButton(page)] });
  await beginButton(page).click();
  await waitUntilShown(page.getByText("Listen", { exact: true }).first());
  await captureScene(page, "exam-session-listening", { inView: [page.getByText("Listen", { exact: true }).first()] });
});

test("captures an exam from its first recording to its end, with interruptions", async () => {
  const { page, context } = await openPage();
  await exposeMicrophone(context);
  await resizeExamples(page, 2);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startExamFromHome(page);
  await beginButton(page).click();
  const { interpret } = createExamLearner(page);
  await interpret(2);
  const next = page.getByRole("button", { name: "Next segment" });
  const inView = [next, page.getByRole("button", { name: /^Repeat/ }), page.getByText("Interpret now")];
  await captureScene(page, "exam-session-recording", { inView });
  await page.getByRole("button", { name: "End the exam" }).click();
  await captureScene(page, "exam-session-ending", { inView: [page.getByRole("dialog")] });
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await page.evaluate(() => history.back());
  const stay = page.getByRole("button", { name: "Stay" });
  await waitUntilShown(stay);
  await captureScene(page, "exam-session-leaving", { inView: [stay] });
  await stay.click();
  await page.evaluate(() => window.microphone?.track.dispatchEvent(new Event("ended")));
  const continueButton = page.getByRole("button", { name: "Continue" });
  await waitUntilShown(continueButton);
  await captureScene(page, "exam-session-halted", { inView: [continueButton] });
  await continueButton.click();
  await interpret(1);
  await page.keyboard.press("Space");
  const continueToNext = page.getByRole("button", { name: "Continue to dialogue 2" });
  await waitUntilShown(continueToNext);
  await captureScene(page, "exam-session-pause", { inView: [continueToNext] });
  await continueToNext.click();
  await beginButton(page).click();
  await interpret(1);
  await page.reload();
  await waitUntilShown(page.getByRole("heading", { name: "The mock exam was interrupted" }));
  await captureScene(page, "exam-session-interrupted", { inView: [continueButton] });
  const other = await context.newPage();
  await other.goto(`${appUrl}/exam/run`);
  await waitUntilShown(other.getByRole("heading", { name: "The mock exam page may be open in another tab" }));
  await captureScene(other, "exam-session-other-tab", { inView: [other.getByRole("button", { name: "Try again" })] });
  await other.close();
  await continueButton.click();
  await createExamLearner(page).interpret(1);
  await page.keyboard.press("Space");
  const mark = page.getByRole("link", { name: "Mark exam" });
  await waitUntilShown(mark);
  await captureScene(page, "exam-session-over", { inView: [mark] });
});

test("captures the warning about silence during an exam", async () => {
  const { page } = await openSilentPage();
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startExamInPage(page, appUrl);
  await beginButton(page).click();
  const quietWord = page.getByText("5 seconds of silence.");
  await waitUntilShown(quietWord);
  await captureScene(page, "exam-session-silence", {
    inView: [quietWord, page.getByRole("button", { name: "Finish dialogue" })],
  });
});

test("captures the notice of a running exam that this browser did not start", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const dialogues = ["example-1", "example-2"].map((id) => exampleDialogue(id, [null]));
  await createExamAttempt(appUrl, learner, dialogues, { outcome: "running", ended_at: undefined });
  await page.goto(`${appUrl}/exam/run`);
  await waitUntilShown(page.getByRole("heading", { name: "Another mock exam may not be finished" }));
  await captureScene(page, "exam-session-elsewhere");
});
