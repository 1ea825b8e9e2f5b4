import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { pauseToasts } from "../e2e/support/pause-toasts.ts";
import {
  finishAttempt,
  listenUntilRecording,
  openExample,
  resizeExamples,
  waitForOriginalEnd,
  waitForRecordedSeconds,
} from "../e2e/support/practice.ts";
import { segmentAudioPattern } from "../e2e/support/segment-audio-pattern.ts";
import { shortenAudio } from "../e2e/support/short-audio.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const segment = (page: Page) => page.getByText(/^Segment \d+\/10$/).first();
const waveform = (page: Page) => page.getByRole("slider", { name: "Position" });
const next = (page: Page) => button(page, "Next");
const voices = (page: Page) =>
  [/^(Play|Pause) Audio$/, /^(Play Your Recording|Finish Attempt)$/, /^Play Translated Audio$/].map((name) =>
    page.getByRole("button", { name }),
  );

test("captures practice of one segment in eight states", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  // The audio is long enough for all pictures during playback.
  await shortenAudio(page, 120);
  await openExample(page, /doctor/);
  const tools = ["Restart Segment", "Loop", "Show Transcripts"].map((name) => button(page, name));
  const always = [
    segment(page),
    page.getByText("Doctor · English"),
    waveform(page),
    ...voices(page),
    ...tools,
    next(page),
  ];
  await captureScene(page, "practice-idle", { inView: always, isLowToo: true });
  await button(page, "Play Audio").click();
  await waitUntilShown(page.locator('[role="slider"][aria-disabled="false"]'));
  await captureScene(page, "practice-playing", { inView: always, isLowToo: true, filled: 0 });
  await waveform(page).press("End");
  await waitForOriginalEnd(page);
  await waitForRecordedSeconds(page, 3);
  await captureScene(page, "practice-recording", { inView: always, isLowToo: true });
  await finishAttempt(page);
  // In this state, the recording and the reference are the main actions.
  await captureScene(page, "practice-recorded", { inView: always, isLowToo: true, filled: 2 });
  await button(page, "Play Your Recording").click();
  await captureScene(page, "practice-own-playing", { inView: always, isLowToo: true, filled: 0 });
  await button(page, "Play Translated Audio").click();
  await captureScene(page, "practice-reference-playing", { inView: always, isLowToo: true, filled: 0 });
  await button(page, "Show Transcripts").click();
  await captureScene(page, "practice-transcripts", { filled: 0 });
  await button(page, "Loop").click();
  await captureScene(page, "practice-loop", { filled: 0 });
  await page.keyboard.press("Escape");
});

test("captures the message about a new recording beside open transcripts", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  await button(page, "Show Transcripts").click();
  await page.getByRole("checkbox", { name: "Keep open" }).check();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
  await page.locator(".toast", { hasText: "Recording Completed" }).waitFor({ state: "attached" });
  await pauseToasts(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await captureScene(page, "practice-told", { inView: voices(page), filled: 2 });
});

test("captures the restart, shortcut, completion and leaving dialogs of practice", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  await button(page, "Play Audio").click();
  await waitForOriginalEnd(page);
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
  await button(page, "Restart Segment").click();
  await waitUntilShown(page.getByRole("dialog"));
  await captureScene(page, "practice-restart");
  await button(page, "Cancel").click();
  await page.keyboard.press("?");
  await waitUntilShown(page.getByRole("dialog"));
  await captureScene(page, "practice-shortcuts");
  await page.keyboard.press("Escape");
  for (let at = 2; at <= 10; at += 1) await next(page).click();
  await button(page, "Finish").click();
  const done = page.getByRole("dialog", { name: "Scenario Complete!" });
  await waitUntilShown(done);
  await captureScene(page, "practice-complete", {
    inView: [
      done.getByRole("heading", { name: "Scenario Complete!" }),
      ...["Cancel", "Return to Home", "9 segments left · Continue"].map((name) => done.getByRole("button", { name })),
    ],
  });
  await button(page, "Cancel").click();
  await button(page, "Back to Topics").click();
  await waitUntilShown(page.getByRole("dialog", { name: /Keep your recording/ }));
  await captureScene(page, "practice-leaving");
});

test("captures the dialog at the end of a completed dialogue", async () => {
  const { page } = await openPage();
  await resizeExamples(page, 2);
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  for (const way of ["Next", "Finish"]) {
    await listenUntilRecording(page);
    await waitForRecordedSeconds(page, 1);
    await finishAttempt(page);
    await button(page, way).click();
  }
  const done = page.getByRole("dialog", { name: "Scenario Complete!" });
  const start = done.getByRole("button", { name: "Start next dialogue" });
  await waitUntilShown(start);
  const keep = done.getByRole("radio", { name: "Keep on this device" });
  await captureScene(page, "practice-finished", { inView: [done.getByText("Next dialogue:"), keep, start] });
});

test("captures the microphone check", async () => {
  const { page } = await openPage({ microphoneChecked: false });
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).click();
  const turnOn = button(page, "Turn on microphone");
  await waitUntilShown(turnOn);
  await captureScene(page, "practice-microphone", { inView: [turnOn, button(page, "Skip")] });
  await turnOn.click();
  const start = button(page, "Start practising");
  await waitUntilShown(start);
  await captureScene(page, "practice-microphone-on", { inView: [start] });
});

test("captures the microphone check and practice with a denied microphone", async () => {
  const { page } = await openPage({ microphoneChecked: false, permissions: [] });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", "NotAllowedError"));
  });
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).click();
  await button(page, "Turn on microphone").click();
  await waitUntilShown(page.getByRole("alert").first());
  await captureScene(page, "practice-microphone-refused", {
    inView: [button(page, "Try again"), button(page, "Skip")],
  });
  await button(page, "Skip").click();
  const staying = page.getByText("Parlance could not use your microphone.").first();
  await waitUntilShown(staying);
  await captureScene(page, "practice-listening-only", { inView: [staying, button(page, "Show Transcripts")] });
});

test("captures practice of a segment whose audio is missing", async () => {
  const { page } = await openPage();
  await page.route(segmentAudioPattern(1), (route) =>
    route.fulfill({ status: 403, body: "<Error/>", headers: { "access-control-allow-origin": appUrl } }),
  );
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await button(page, "Play Audio").click();
  await waitUntilShown(page.getByText("The audio of this segment is not available.").first());
  await captureScene(page, "practice-no-audio");
});
