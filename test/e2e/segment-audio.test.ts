import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { apiOf } from "../lambdas/support/call-api.ts";
import { fetchConfig, signIn } from "../support/learner.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { controlStripe, createSubscriber } from "./support/payments.ts";
import {
  playOriginal,
  readPlaybackSettings,
  skipToEnd,
  trackContentRequests,
  waitUntilHeard,
  watchPlayback,
} from "./support/playback.ts";
import { finishAttempt, openExample, openMore } from "./support/practice.ts";
import { segmentAudioPattern } from "./support/segment-audio-pattern.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { startWaiting } from "./support/start-waiting.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

async function open() {
  const opened = await openPage();
  await watchPlayback(opened.context);
  return { ...opened, requested: trackContentRequests(opened.page) };
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();
const arrival = (page: Page, recording: RegExp) =>
  startWaiting(
    page.waitForResponse(async (response) => recording.test(response.url()) && (await response.finished()) === null),
  );

async function segmentIs(page: Page, segment: number): Promise<void> {
  await page.getByText(`Segment ${segment}/10`).waitFor();
}

async function cachedFiles(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("parlance-audio");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction("files").objectStore("files").getAllKeys();
          keys.onerror = () => reject(keys.error);
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );
}

test("reports audio that is still loading, and loads the current segment first", async () => {
  const { page, requested } = await open();
  const answered = Promise.withResolvers<void>();
  await page.route(/segment-[12]-[^/]*\.mp3/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.clock.install();
  const waits = [
    ["Play Audio", "Audio not loaded. Please wait a moment and try again."],
    ["Play Translated Audio", "Translated audio not loaded. Please wait a moment and try again."],
  ] as const;
  for (const [button, told] of waits) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await says(page, "Loading the audio…");
    await page.clock.fastForward("00:11");
    await says(page, told);
  }
  // The learner presses Next again before the second segment has loaded.
  await next(page);
  await next(page);
  await playOriginal(page);
  await segmentIs(page, 3);
  const arrived = arrival(page, segmentAudioPattern(1));
  answered.resolve();
  await page.getByRole("button", { name: /^Segment 1\b/ }).click();
  await arrived;
  await playOriginal(page);
  await page.getByText("Loading the audio…").waitFor({ state: "hidden" });
  const [first] = requested.filter((path) => path.endsWith(".mp3"));
  expect(first).toMatch(segmentAudioPattern(1));
});

test("plays preloaded audio offline, and loads more audio when the network returns", async () => {
  const { page, context } = await open();
  await signUpFree(page, appUrl, newLearner());
  const loadedAhead = arrival(page, segmentAudioPattern(2, "translation"));
  await openExample(page, /doctor/);
  await loadedAhead;
  await context.setOffline(true);
  await next(page);
  await segmentIs(page, 2);
  await playOriginal(page);
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await says(page, "Playing the reference.");
  await next(page);
  await segmentIs(page, 3);
  const unreachable = page.getByText("The audio could not be loaded.");
  await unreachable.waitFor();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await says(page, "Failed to load segment content. Please try again.");
  await page.getByRole("button", { name: "Previous" }).click();
  await playOriginal(page);
  const lastAhead = segmentAudioPattern(4, "translation");
  const triedAhead = startWaiting(page.waitForEvent("requestfailed", (request) => lastAhead.test(request.url())));
  await next(page);
  await unreachable.waitFor();
  // The preload has to fail before the network returns.
  await triedAhead;

  const refusal = { status: 403, body: "<Error/>", headers: { "access-control-allow-origin": appUrl } };
  const asked: string[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() === "POST" && request.url().endsWith("/content-grants")) asked.push("grant");
    for (const segment of [4, 5])
      if (segmentAudioPattern(segment).test(request.url())) asked.push(`segment ${segment}`);
  });
  await page.route(segmentAudioPattern(4), (route) => route.fulfill(refusal), { times: 1 });
  await page.route(segmentAudioPattern(5), (route) => route.fulfill(refusal));
  await context.setOffline(false);
  await unreachable.waitFor({ state: "hidden" });
  await playOriginal(page);
  await next(page);
  await playOriginal(page);
  await segmentIs(page, 4);
  const tries = () => asked.slice(asked.indexOf("segment 4"), asked.lastIndexOf("segment 4") + 1);
  // The test polls, because a browser may report a response after the page has processed it.
  await expect.poll(tries).toEqual(["segment 4", "grant", "segment 4"]);
  await next(page);
  await says(page, "The audio of this segment is not available. Continue with another segment.");
  expect(asked.filter((what) => what === "segment 5").length).toBeLessThanOrEqual(2);
  await next(page);
  await playOriginal(page);
});

test("plays segments at the chosen speed, and clears their cached audio at log-out", async () => {
  const { page, requested, problems } = await open();
  // The audio is so long that it still plays when a busy machine checks it.
  await shortenAudio(page, 30);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await openMore(page);
  const speed = page.getByLabel("Speed");
  await speed.selectOption("1.25");
  await page.keyboard.press("Escape");
  await playOriginal(page);
  await expect.poll(() => readPlaybackSettings(page)).toEqual({ rate: 1.25, pitchKept: true });
  await openMore(page);
  await speed.selectOption("0.75");
  await page.keyboard.press("Escape");
  await expect.poll(() => readPlaybackSettings(page)).toEqual({ rate: 0.75, pitchKept: true });
  await skipToEnd(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await waitUntilHeard(page);
  await expect.poll(() => readPlaybackSettings(page)).toEqual({ rate: 1, pitchKept: true });
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await expect.poll(() => readPlaybackSettings(page)).toEqual({ rate: 0.75, pitchKept: true });
  await expect.poll(() => cachedFiles(page).then((keys) => keys.length)).toBe(4);
  expect(await cachedFiles(page)).toContainEqual(
    expect.stringMatching(/^audio_cache_nepali\/example\/example-1\/segments\/segment-1-[0-9a-f]{8}\.mp3$/),
  );

  requested.length = 0;
  await page.reload();
  await playOriginal(page);
  await expect.poll(() => readPlaybackSettings(page)).toEqual({ rate: 0.75, pitchKept: true });
  await next(page);
  await playOriginal(page);
  await segmentIs(page, 2);
  expect(requested.filter((path) => !/segment-3/.test(path))).toEqual([]);
  await page.getByRole("button", { name: /^Segment 1, completed/ }).waitFor();
  await page.getByText("Attempts: 1").waitFor();

  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete and log out" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  await expect.poll(() => cachedFiles(page)).toEqual([]);
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("scenario_session_")),
  );
  expect(kept).toEqual([]);
  expect(problems).toEqual([]);
});

test("does not open a cached paid dialogue, or start its audio, after the plan ended", async () => {
  const { page, requested } = await open();
  const { AccessToken } = await signIn(appUrl, await createSubscriber(page, appUrl, "Plus", "once"));
  const { apiUrl } = await fetchConfig(appUrl);
  const { subscription } = await apiOf(apiUrl, AccessToken).ask("get-account");
  await page.goto(`${appUrl}/topic/legal-1`);
  await playOriginal(page);
  await expect.poll(() => cachedFiles(page).then((keys) => keys.length)).toBeGreaterThan(0);
  await controlStripe(appUrl, "refund", { payment_intent: subscription?.stripe_subscription_id });
  await page.getByRole("link", { name: /Plan Expired/ }).waitFor();
  await skipToEnd(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await says(page, "Paid Plan Needed");
  await page.getByRole("button", { name: "Play Audio" }).click();
  const status = page.getByRole("status").filter({ hasText: "You need a paid plan to play this dialogue." });
  await status.getByRole("link", { name: "See the plans" }).waitFor();
  expect(await page.getByText(/is not available/).count()).toBe(0);
  requested.length = 0;
  await page.reload();
  await page.getByRole("heading", { name: "A paid plan is needed" }).waitFor();
  expect(requested).toEqual([]);
});
