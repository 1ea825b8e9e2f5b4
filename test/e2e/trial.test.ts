import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { SegmentList } from "../../domain/content/pack.ts";
import { waitForHeading } from "./support/accounts.ts";
import { listStoredKeys } from "./support/browser.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { skipToEnd, waitUntilHeard, watchPlayback } from "./support/playback.ts";
import { scriptUrlPattern } from "./support/script-url-pattern.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const folder = join(import.meta.dirname, "../../content/pack/nepali/example/example-1");
const recording = (file: string) => readFileSync(join(folder, "segments", file));
const [segment] = SegmentList.parse(JSON.parse(readFileSync(join(folder, "metadata.json"), "utf8")));
const original = segment?.audio ?? "";
const reference = original.replace(".mp3", "_translated.mp3");

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

function noteRecordings(page: Page): Promise<Buffer>[] {
  const fetched: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().includes(".mp3")) fetched.push(response.body());
  });
  return fetched;
}

/** Returns the heights of a waveform's bars. */
const barsOf = (page: Page, name: string) =>
  part(page, name)
    .locator("svg > path")
    .first()
    .evaluate((path) => [...(path.getAttribute("d") ?? "").matchAll(/v([\d.]+)/g)].map(([, tall]) => Number(tall)));

function loudestOf(page: Page, mp3: Buffer, count: number): Promise<number[]> {
  return page.evaluate(
    async ([base64, stretches]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const audio = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(bytes.buffer);
      const samples = audio.getChannelData(0);
      return Array.from({ length: stretches }, (_, at) => {
        const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * samples.length) / stretches));
        return samples.slice(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      });
    },
    [mp3.toString("base64"), count] as const,
  );
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middle, otherMiddle] = [mean(one), mean(other)];
  const spread = (values: readonly number[], centre: number) =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0));
  const together = one.reduce((sum, value, at) => sum + (value - middle) * ((other[at] ?? 0) - otherMiddle), 0);
  return together / (spread(one, middle) * spread(other, otherMiddle));
}

test("the trial plays the original and the reference on request", async () => {
  const { page, context, problems } = await openPage();
  await watchPlayback(context);
  const fetched = noteRecordings(page);
  await page.goto(appUrl, { waitUntil: "networkidle" });
  expect(fetched).toEqual([]);
  for (const [name, file] of [
    [segment?.name ?? "", original],
    ["Reference", reference],
  ] as const) {
    const bars = await barsOf(page, name);
    expect(bars.length).toBeGreaterThan(40);
    expect(correlation(bars, await loudestOf(page, recording(file), bars.length))).toBeGreaterThan(0.95);
  }
  await waitUntilShown(page.getByText(segment?.original_script ?? "no script"));
  await button(page, "Hear it").click();
  await waitUntilHeard(page);
  await waitUntilShown(button(page, "Stop"));
  expect(await Promise.all(fetched)).toEqual([recording(original)]);
  expect(await page.getByText(segment?.translated_script ?? "no script").isVisible()).toBe(false);
  await skipToEnd(page);
  await waitUntilShown(page.getByText(/^Your turn\. Say it aloud in Nepali/));
  await button(page, "Hear the reference").click();
  await waitUntilHeard(page);
  await waitUntilShown(page.getByText(segment?.translated_script ?? "no script"));
  expect((await Promise.all(fetched))[1]).toEqual(recording(reference));
  expect(problems).toEqual([]);
});

test("the trial stops the original before the requested reference has loaded", async () => {
  const { page, context } = await openPage();
  await watchPlayback(context);
  const gate = Promise.withResolvers<void>();
  await shortenAudio(page, 60);
  await page.route(/segment-1-[0-9a-f]{8}_translated[^/]*\.mp3/, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await page.goto(appUrl);
  await button(page, "Hear it").click();
  await waitUntilHeard(page);
  await button(page, "Hear the reference").click();
  await expect.poll(() => page.evaluate(() => window.lastPlayed?.paused)).toBe(true);
  gate.resolve();
  await waitUntilHeard(page);
});

test("the trial plays audio that was requested before the app started", async () => {
  const { page } = await openPage();
  const gate = Promise.withResolvers<void>();
  await page.route(scriptUrlPattern("start"), async (route) => {
    await gate.promise;
    await route.continue();
  });
  await shortenAudio(page, 60);
  await page.goto(appUrl);
  const main = await page.getByRole("main").elementHandle();
  await button(page, "Hear it").click();
  gate.resolve();
  await waitUntilShown(button(page, "Stop"));
  expect(await main?.evaluate((element) => element.isConnected)).toBe(true);
  const heard = () =>
    part(page, segment?.name ?? "")
      .locator("clipPath rect")
      .evaluate((rect) => Number(rect.getAttribute("width")));
  const before = await heard();
  await expect.poll(heard).toBeGreaterThan(before);
  await button(page, "Stop").click();
  await waitUntilShown(button(page, "Hear it"));
});

describe("a visitor's recording", () => {
  const record = async (page: Page) => {
    await shortenAudio(page, 1);
    await page.goto(appUrl);
    await button(page, "Record yourself").click();
    await waitUntilShown(button(page, "Finish"));
    await expect.poll(async () => (await barsOf(page, "You")).some((tall) => tall > 5)).toBe(true);
    await button(page, "Finish").click();
    await waitUntilShown(button(page, "Hear yourself"));
  };

  test("is played, but neither stored nor sent", async () => {
    const { page, context, problems } = await openPage();
    await watchPlayback(context);
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        Object.assign(window, { opened: stream.getAudioTracks()[0] });
        return stream;
      };
    });
    const sent: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
    await record(page);
    const microphone = () => page.evaluate(() => Reflect.get(window, "opened")?.readyState);
    await expect.poll(microphone).toBe("ended");
    await button(page, "Hear yourself").click();
    await waitUntilHeard(page);
    await waitUntilShown(page.getByText(/^Compare your recording|^Recorded\./));
    expect(await listStoredKeys(page)).toEqual([]);
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
    expect(sent).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("is not offered for playback if the visitor plays the original during the recording", async () => {
    const { page } = await openPage();
    await shortenAudio(page, 60);
    await page.goto(appUrl);
    await button(page, "Record yourself").click();
    await waitUntilShown(button(page, "Finish"));
    await expect.poll(async () => (await barsOf(page, "You")).some((tall) => tall > 5)).toBe(true);
    await button(page, "Hear it").click();
    await waitUntilShown(button(page, "Record yourself"));
    expect(await button(page, "Hear yourself").count()).toBe(0);
  });

  test("is not asked for before the microphone has started", async () => {
    const { page } = await openPage();
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const allowed = new Promise((resolve) => Object.assign(window, { allowMicrophone: resolve }));
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await allowed;
        return open(constraints);
      };
    });
    await page.goto(appUrl);
    await button(page, "Record yourself").click();
    const prompt = part(page, "You").getByRole("status");
    await waitUntilShown(prompt.getByText("Waiting for the microphone…"));
    await page.evaluate("window.allowMicrophone()");
    await waitUntilShown(prompt.getByText("Say it in Nepali."));
  });

  test("is not needed to see the text of the reference", async () => {
    const { page } = await openPage();
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No", "NotAllowedError"));
    });
    await shortenAudio(page, 1);
    await page.goto(appUrl);
    await button(page, "Record yourself").click();
    await waitUntilShown(page.getByText(/^Parlance cannot use a microphone here/));
    await button(page, "Hear the reference").click();
    await waitUntilShown(page.getByText(segment?.translated_script ?? "no script"));
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await waitForHeading(page, "Log in");
  });
});

test("the trial reports audio that cannot be loaded, and retries on request", async () => {
  const { page } = await openPage();
  await page.route(/\.mp3$/, (route) => route.abort());
  await page.goto(appUrl);
  await button(page, "Hear it").click();
  await waitUntilShown(page.getByText(/^This could not be loaded/));
  await page.unroute(/\.mp3$/);
  await shortenAudio(page, 60);
  await button(page, "Hear it").click();
  await waitUntilShown(button(page, "Stop"));
});
