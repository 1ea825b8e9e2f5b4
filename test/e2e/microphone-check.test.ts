import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, openExample, openMore, skipOriginal } from "./support/practice.ts";
import { watchForText } from "./support/watch-for-text.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

declare global {
  interface Window {
    asked: unknown[];
    tracks: MediaStreamTrack[];
  }
}

async function watchMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.asked = [];
    window.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const audio = constraints?.audio;
      window.asked.push(typeof audio === "object" ? audio.deviceId : undefined);
      const stream = await open(constraints);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

const liveTracks = (page: Page) =>
  page.evaluate(() => window.tracks.filter(({ readyState }) => readyState === "live").length);

test("requests and tests a microphone before the first practice", async () => {
  const { page, problems } = await openPage({ microphoneChecked: false });
  await watchMicrophones(page);
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).click();
  const dialog = page.getByRole("dialog", { name: "Check your microphone" });
  expect(await dialog.getByRole("button", { name: "Hear yourself" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Turn on microphone" }).click();
  await dialog.getByText("Say something. The bar moves when the microphone hears you.").waitFor();
  await dialog.getByLabel("Microphone", { exact: true }).selectOption({ label: "Fake Audio Input 2" });
  await expect.poll(() => page.evaluate(() => window.asked)).toEqual([undefined, { exact: expect.any(String) }]);
  const meter = dialog.getByRole("meter", { name: "Microphone level" });
  await expect.poll(() => meter.evaluate((element: HTMLMeterElement) => element.value)).toBeGreaterThan(0.3);
  await dialog.getByRole("button", { name: "Record a few seconds" }).click();
  await dialog.getByText("Recording. Say a sentence.").waitFor();
  await dialog.getByRole("button", { name: "Stop" }).click();
  const isTold = await watchForText(page, "Playing your recording.");
  await dialog.getByRole("button", { name: "Hear yourself" }).click();
  await expect.poll(isTold).toBe(true);
  await dialog.getByRole("button", { name: "Start practising" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await liveTracks(page)).toBe(0);

  await skipOriginal(page);
  expect(await page.evaluate(() => window.asked.at(-1))).toEqual({ exact: expect.any(String) });
  expect(await liveTracks(page)).toBe(1);
  await openMore(page);
  expect(await page.getByRole("button", { name: "Microphone" }).isDisabled()).toBe(true);
  await finishAttempt(page);

  await openMore(page);
  await page.getByRole("button", { name: "Microphone" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.evaluate(() =>
    localStorage.setItem("parlance_microphone", JSON.stringify({ id: "gone", label: "Headset" })),
  );
  await page.reload();
  await page.getByRole("button", { name: "Next" }).click();
  await skipOriginal(page);
  await page.getByText("Headset was not found. Your system's default microphone is used.").first().waitFor();
  await finishAttempt(page);
  expect(problems).toEqual([]);
});

test("explains why the microphone is unavailable, and retries on request", async () => {
  const { page } = await openPage({ microphoneChecked: false });
  await page.addInitScript(() => {
    const reasons = ["NotAllowedError", "NotFoundError", "NotReadableError"];
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", reasons.shift()));
  });
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).click();
  const told = (text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
  await page.getByRole("button", { name: "Turn on microphone" }).click();
  await told("Parlance is not allowed to use your microphone.");
  await page.getByRole("button", { name: "Try again" }).click();
  await told("No microphone was found.");
  await page.getByRole("button", { name: "Try again" }).click();
  await told("Another program may be using your microphone.");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await page.getByText("Failed to start recording. Please check your microphone permissions.").first().waitFor();
  await page.getByText("Parlance could not use your microphone.").first().waitFor();
  await page.locator('[role="slider"][aria-disabled="false"]').waitFor();
});

test("shows a warning about a silent microphone, and leaves the status regions empty", async () => {
  const { page } = await openPage();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const silence = new ConstantSourceNode(context, { offset: 0 });
      const microphone = context.createMediaStreamDestination();
      silence.connect(microphone);
      silence.start();
      await context.resume();
      return microphone.stream;
    };
  });
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await skipOriginal(page);
  await page.getByText("Recording Started").waitFor();
  const read = () => page.getByRole("status").allInnerTexts();
  expect((await read()).join("").trim()).toBe("");
  await page.getByText("We cannot hear you. Check your microphone.").waitFor();
  expect((await read()).join("").trim()).toBe("");
});
