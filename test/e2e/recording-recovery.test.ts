import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { expectAccessible } from "./support/axe.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { controlStorage, setStorage } from "./support/control-storage.ts";
import { crash } from "./support/crash.ts";
import { exposeMicrophone } from "./support/expose-microphone.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  finishAttempt,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { createSpokenFile } from "./support/speech-wav.ts";
import { forceCaptureMethod } from "./support/spoken-recording.ts";
import { startWaiting } from "./support/start-waiting.ts";

const appUrl = inject("appUrl");
const spoken = createSpokenFile(15);
const openPage = openFileBrowser(spoken);

async function practise(page: Page): Promise<void> {
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

const stoppingText = "If you leave, your recording stops. Parlance keeps what you recorded.";

const question = (page: Page) => page.getByRole("dialog", { name: "Leave while recording?" });

async function openAfterwards(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await shortenAudio(page, 0.5);
  await page.goto(`${appUrl}/topic/example-1`);
  await says(page, "Recording Recovered");
  return page;
}

test("recovers the recording after its tab closes or crashes", async () => {
  const { page, context } = await openPage();
  await practise(page);
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 1.5);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
  const asked = startWaiting(page.waitForEvent("dialog"));
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  const gone = startWaiting(page.waitForEvent("close"));
  await dialog.accept();
  await gone;

  const second = await openAfterwards(context);
  expect(await loadStoredRecordings(second)).toMatchObject([{ segmentIndex: 0, interrupted: true }]);
  await second.getByRole("button", { name: "Next" }).click();
  await listenUntilRecording(second);
  await waitForRecordedSeconds(second, 3.5);
  await crash(second);

  const third = await openAfterwards(context);
  await third.getByRole("button", { name: "Next" }).click();
  await third.getByText("Recordings of this segment (1)").click();
  await third.getByText("Interrupted").waitFor();
  await third.getByRole("button", { name: "Play Your Recording" }).click();
  await says(third, "Playing your recording.");
  const [, stored, ...others] = await loadStoredRecordings(third);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ attempt: 1, segmentIndex: 1, interrupted: true });
  const recording = decodeWav(new Uint8Array(Buffer.from(stored?.wavBase64 ?? "", "base64")).buffer);
  if (!recording) throw new Error("The recording is not a WAV file");
  expect(recording.samples.length / recording.sampleRate).toBeGreaterThan(2);
  expect(compareWithSpoken(spoken, recording)).toMatchObject({ slips: [], missingWindows: [] });
});

async function loseMicrophone(page: Page, lose: () => void): Promise<void> {
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await page.getByRole("button", { name: "Restart Segment" }).click();
  const restart = page.getByRole("dialog", { name: "Restart Current Segment?" });
  await restart.getByText("Your current recording is discarded.").waitFor();
  await page.evaluate(lose);
  await says(page, "The microphone stopped. Your recording so far is kept.");
  await restart.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  await expect.poll(() => loadStoredRecordings(page)).toMatchObject([{ interrupted: true }]);
}

test("preserves the recording when its audio context is suspended", async () => {
  const { page, context } = await openPage();
  await forceCaptureMethod(context, "worklet");
  await exposeMicrophone(context);
  await practise(page);
  await loseMicrophone(page, () => void window.microphone?.context?.suspend());
});

test("preserves the recording after the event “ended” of the microphone", async () => {
  const { page, context } = await openPage({ reducedMotion: "reduce" });
  await exposeMicrophone(context);
  await practise(page);
  await loseMicrophone(page, () => window.microphone?.track.dispatchEvent(new Event("ended")));

  await page.getByRole("button", { name: "Next" }).click();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 1);
  await page.evaluate(() => history.back());
  await question(page).getByText(stoppingText).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/topic/example-1");
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  expect(await page.evaluate(() => window.microphone?.track.readyState)).toBe("ended");
  const [, stored, ...others] = await loadStoredRecordings(page);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ segmentIndex: 1, attempt: 1, interrupted: true });
  expect(stored?.durationSeconds).toBeGreaterThan(1);

  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
  expect(await page.getByText("Recording Recovered").count()).toBe(0);
  await page.getByRole("button", { name: /^Segment 3\b/ }).click();
  await listenUntilRecording(page);
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await question(page).getByText("With this one, you have 3 practice recordings in this browser.").waitFor();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
  expect(await loadStoredRecordings(page)).toHaveLength(2);
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await question(page).getByRole("button", { name: "Keep them" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  await expect
    .poll(async () => (await loadStoredRecordings(page)).at(-1))
    .toMatchObject({ segmentIndex: 2, interrupted: true });

  await openExample(page, /doctor/);
  await page.getByRole("button", { name: /^Segment 4\b/ }).click();
  await listenUntilRecording(page);
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await question(page).getByRole("button", { name: "Remove 4 recordings" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);
});

const recordings = (page: Page) => page.getByRole("region", { name: "Recordings of this segment" });

test("preserves part of a recording when the storage is full", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await controlStorage(page);
  await practise(page);
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 2);
  await setStorage(page, "full");
  await waitForRecordedSeconds(page, 3.5);
  await finishAttempt(page);
  await says(page, "Storage Full");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await says(page, "Recording Recovered");
  await page.getByText("Recordings of this segment (1)").click();
  await page.getByText("Interrupted").waitFor();
  await recordings(page)
    .getByText(/^0:0[1-3]$/)
    .waitFor();
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await says(page, "Playing your recording.");

  await page.getByRole("button", { name: "Next" }).click();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 2);
  await finishAttempt(page);
  await says(page, "Storage was full. 1 recording of this dialogue could not be fully stored.");
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await says(page, "Playing your recording.");
  expect(await loadStoredRecordings(page)).toHaveLength(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Free up space" }).click();
  const panel = page.getByRole("dialog", { name: "Your practice recordings in this browser" });
  await panel.getByText(/1 recording, [\d.]+ [kM]B of 200 MB/).waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: /^Delete 1 recording of/ }).click();
  await setStorage(page, "open");
  await panel.getByRole("button", { name: "Delete 1 recording", exact: true }).click();
  await says(page, "Recording Stored");
  await panel.getByRole("button", { name: "Done" }).click();
  await page.getByText("Storage was full").waitFor({ state: "detached" });
  const [stored, ...others] = await loadStoredRecordings(page);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ segmentIndex: 1, attempt: 1, interrupted: false });
  expect(stored?.durationSeconds).toBeGreaterThan(2);
  await page.reload();
  await page.getByText("Recordings of this segment (1)").waitFor();

  await setStorage(page, "refused");
  await page.reload();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await finishAttempt(page);
  await says(page, "This recording could not be fully stored. To keep it, download it before you leave.");
  await says(page, "1 recording of this dialogue could not be fully stored. To keep it, download it before you leave.");
  await page.getByText("Recordings of this segment (1)").click();
  await page.getByText("Not fully stored", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await says(page, "Playing your recording.");
});

test("asks before a learner who always keeps recordings leaves with one that is not stored", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await controlStorage(page);
  await practise(page);
  const toTopics = page.getByRole("button", { name: "Back to Topics" });
  const keeping = page.getByRole("dialog", { name: /^Keep your recordings?\?$/ });
  await listenUntilRecording(page);
  await finishAttempt(page);
  await toTopics.click();
  await keeping.getByRole("checkbox", { name: /^Always do this/ }).check();
  await keeping.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();

  await setStorage(page, "full");
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  const losing = page.getByRole("dialog", { name: "Leave without your recording?" });
  await toTopics.click();
  await losing.getByText("1 recording is not fully stored. To keep it, download it before you leave.").waitFor();
  await losing.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Parlance" }).click();
  await losing.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
});

test("stays in the dialogue if the learner tries to leave during a recording that cannot be stored", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await controlStorage(page);
  await practise(page);
  await setStorage(page, "refused");
  await page.reload();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await question(page).getByRole("button", { name: "Keep it" }).click();
  await says(page, "This recording could not be fully stored.");
  await question(page).waitFor({ state: "detached" });
  await page.getByText("Recordings of this segment (1)").click();
  await page.getByText("Interrupted").waitFor();

  await page.getByRole("button", { name: "Next" }).click();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await page.evaluate(() => history.back());
  await question(page).getByText(stoppingText).waitFor();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await says(page, "2 recordings of this dialogue could not be fully stored.");
  await question(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await says(page, "Playing your recording.");
  expect(new URL(page.url()).pathname).toBe("/topic/example-1");

  const losing = page.getByRole("dialog", { name: "Leave without your recordings?" });
  const lossText = "2 recordings are not fully stored. To keep them, download them before you leave.";
  await page.evaluate(() => history.back());
  await losing.getByText(lossText).waitFor();
  await expectAccessible(page);
  await losing.getByRole("button", { name: "Stay" }).click();
  await losing.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play Your Recording" }).waitFor();

  await page.getByRole("button", { name: "Back to Topics" }).click();
  const keeping = page.getByRole("dialog", { name: "Keep your recordings?" });
  await keeping.getByText(lossText).waitFor();
  await keeping.getByRole("button", { name: "Keep what is stored" }).click();
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
});
