import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { encodeWav } from "../../web/src/audio/wav.ts";
import type { Signal } from "./support/correlate.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, openExample, skipOriginal, waitForRecordedSeconds } from "./support/practice.ts";
import { replaceAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";
import { columnsBetween, filledShare, readWaveformPixels, type WaveformPixels } from "./support/waveform-pixels.ts";

const appUrl = inject("appUrl");
function tone(toneSeconds: number, silentSeconds: number, sampleRate: number): Signal {
  const samples = Float32Array.from({ length: (toneSeconds + silentSeconds) * sampleRate }, (_, at) =>
    at < toneSeconds * sampleRate ? 0.5 * Math.sin((2 * Math.PI * 440 * at) / sampleRate) : 0,
  );
  return { samples, sampleRate };
}

const original = encodeWav(tone(10, 10, 8_000).samples, 8_000);
const openPage = openFileBrowser(tone(10, 0, 48_000));

const becomes = (page: Page, look: (picture: WaveformPixels) => unknown) =>
  expect.poll(async () => look(await readWaveformPixels(page)));

/** Returns the filled share, from 0 to 1, if the fill is none of the three. */
function fillOf(
  picture: WaveformPixels,
  voice: "heard" | "said",
  from: number,
  to: number,
): "bars" | "line" | "nothing" | number {
  const part = filledShare(picture, voice, from, to);
  if (part === 0) return "nothing";
  // Bars fill at most about two thirds. The browser's gain control may lower the bars of a loud recording.
  if (part > 0.35) return "bars";
  const columns = columnsBetween(picture, from, to);
  const isLine = columns.every((column) => column[voice] <= picture.height * 0.06);
  return isLine && columns.filter((column) => column[voice] > 0).length > columns.length / 3 ? "line" : part;
}

const originalAlone = (picture: WaveformPixels) => [
  fillOf(picture, "heard", 0, 0.49),
  fillOf(picture, "heard", 0.51, 1),
  fillOf(picture, "said", 0, 1),
];
const alone = ["bars", "line", "nothing"];

/** Beside a recording, the original has 65 percent of the width. */
const besideRecording = (picture: WaveformPixels) => [
  fillOf(picture, "heard", 0, 0.65 * 0.49),
  fillOf(picture, "heard", 0.65 * 0.51, 0.648),
  fillOf(picture, "heard", 0.655, 1),
  fillOf(picture, "said", 0, 0.645),
  fillOf(picture, "said", 0.66, 0.98),
];
const beside = ["bars", "line", "nothing", "nothing", "bars"];

const densityOf = (page: Page) =>
  page.getByRole("slider", { name: "Position" }).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error("The waveform is no canvas");
    return [element.width / element.clientWidth, element.height / element.clientHeight].map(
      (density) => Math.round(density * 50) / 50,
    );
  });

/** The returned `at` is a fraction of the way from `from` to `to`. Returns null without a playhead or near an end. */
function sidesOfPlayhead(picture: WaveformPixels, from: number, to: number) {
  const columns = columnsBetween(picture, from, to);
  const at = columns.findIndex(({ isPlayhead }) => isPlayhead);
  if (at < 5 || at > columns.length - 6) return null;
  // The playhead may cover part of a column beside it.
  const strongest = (some: typeof columns) => Math.max(...some.map(({ strength }) => strength));
  return {
    at: at / columns.length,
    played: strongest(columns.slice(0, at - 2)),
    coming: strongest(columns.slice(at + 4)),
  };
}

async function showsThePlayhead(page: Page): Promise<void> {
  await page.keyboard.press("a");
  const position = page.getByRole("slider", { name: "Position" });
  await position.and(page.locator('[aria-disabled="false"]')).press("PageUp");
  await page.keyboard.press("a");
  await waitUntilShown(page.getByText("Paused.", { exact: false }).first());
  const heard = sidesOfPlayhead(await readWaveformPixels(page), 0, 0.65);
  const part = Number(await position.getAttribute("aria-valuenow")) / 100;
  expect(heard?.at).toBeCloseTo(part, 1);
  expect(heard?.played).toBeGreaterThan((heard?.coming ?? 255) + 40);
  await page.keyboard.press("Home");
  await becomes(page, (picture) => columnsBetween(picture, 0.01, 1).some(({ isPlayhead }) => isPlayhead)).toBe(false);

  await page.keyboard.press("y");
  await becomes(page, (picture) => {
    const said = sidesOfPlayhead(picture, 0.655, 1);
    return said !== null && said.played > said.coming + 40;
  }).toBe(true);
  await becomes(page, (picture) => picture.columns.some(({ isPlayhead }) => isPlayhead)).toBe(false);
  const quiet = await readWaveformPixels(page);
  expect(Math.max(...columnsBetween(quiet, 0, 1).map(({ strength }) => strength))).toBeLessThan(heard?.played ?? 0);
}

test("draws the original and the recording for the colour scheme and pixel density of the screen", async () => {
  const { page, context } = await openPage({ deviceScaleFactor: 2, viewport: { width: 1440, height: 900 } });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const arrived = Promise.withResolvers<void>();
  await replaceAudio(page, original, arrived.promise);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await waitUntilShown(page.getByText("Loading the audio…"));
  const empty = await readWaveformPixels(page);
  expect([filledShare(empty, "heard", 0, 1), filledShare(empty, "said", 0, 1)]).toEqual([0, 0]);
  arrived.resolve();
  await becomes(page, originalAlone).toEqual(alone);

  const light = await readWaveformPixels(page);
  const strongest = ({ columns }: WaveformPixels) => Math.max(...columns.map(({ strength }) => strength));
  await page.emulateMedia({ colorScheme: "dark" });
  await becomes(page, (picture) => strongest(picture) > strongest(light) + 20).toBe(true);
  await page.emulateMedia({ colorScheme: "light" });
  await becomes(page, originalAlone).toEqual(alone);

  await skipOriginal(page);
  await waitForRecordedSeconds(page, 2);
  await becomes(page, (picture) => besideRecording(picture).slice(0, 4)).toEqual(beside.slice(0, 4));
  await becomes(page, (picture) => fillOf(picture, "said", 0.66, 0.7)).toBe("bars");
  await waitForRecordedSeconds(page, 4);
  await finishAttempt(page);
  await becomes(page, besideRecording).toEqual(beside);
  await page.getByRole("button", { name: "Next" }).click();
  await becomes(page, originalAlone).toEqual(alone);
  await page.getByRole("button", { name: "Previous" }).click();
  await becomes(page, besideRecording).toEqual(beside);
  await showsThePlayhead(page);

  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => densityOf(page)).toEqual([2, 2]);
    await becomes(page, besideRecording).toEqual(beside);
  }
  // The page gets another width too, because Chromium may not report a new density without a new width.
  const screen = await context.newCDPSession(page);
  const metrics = { width: 1400, height: 800, mobile: false };
  await screen.send("Emulation.setDeviceMetricsOverride", { ...metrics, deviceScaleFactor: 1 });
  await expect.poll(() => densityOf(page)).toEqual([1, 1]);
});
