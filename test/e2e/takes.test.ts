import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { encodeWav } from "../../web/src/features/practice/audio/wav.ts";
import { isClean } from "./support/axe.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import {
  answerLeaving,
  finishAttempt,
  listenUntilRecording,
  openExample,
  recordFor,
  restartUntilRecording,
  storedTakes,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";
import { downloadTake } from "./support/spoken-take.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

async function download(page: Page, name?: RegExp) {
  const { fileName, ...take } = await downloadTake(page, name);
  return { fileName, take, compared: compareWithSpoken(spoken, take) };
}

const history = (page: Page) => page.getByText(/Recordings of this segment/);

test("each attempt can be heard and downloaded until it is deleted or the learner goes back to the topics", async () => {
  const { page, context } = await openPage();
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { tracks: [...(Reflect.get(window, "tracks") ?? []), ...stream.getTracks()] });
      return stream;
    };
  });
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  expect(await history(page).count(), "there is nothing to show yet").toBe(0);
  await listenUntilRecording(page);
  await recordFor(page, 1);
  await finishAttempt(page);
  await restartUntilRecording(page);
  await recordFor(page, 2);
  await finishAttempt(page);

  const present = await download(page);
  expect(present.fileName).toBe("example-1-segment-1-attempt-2.wav");
  expect(present.compared).toMatchObject({ slips: [], unfound: [] });
  await history(page).click();
  await page.getByText(/Recordings use 0\.\d MB of 200 MB on this device/).waitFor();
  const first = await download(page, /^Download attempt 1/);
  expect(first.fileName).toBe("example-1-segment-1-attempt-1.wav");
  expect(first.compared.startsAt).toBeLessThan(present.compared.startsAt);
  expect(present.take.samples.length).toBeGreaterThan(first.take.samples.length);

  for (const attempt of [1, 2]) {
    await page.getByRole("button", { name: `Play attempt ${attempt}` }).click();
    await page.getByText("Playing your recording.").first().waitFor();
    await page.getByRole("button", { name: `Stop attempt ${attempt}` }).waitFor();
  }
  await isClean(page);

  await page.getByRole("button", { name: "Delete attempt 1" }).click();
  const question = page.getByRole("dialog", { name: "Delete this recording?" });
  expect(await page.getByText("Playing your recording.").count(), "a question stops what plays").toBe(0);
  await isClean(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Delete attempt 1" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Recordings of this segment (1)").waitFor();
  await expect.poll(() => storedTakes(page)).toMatchObject([{ attempt: 2 }]);

  await page.reload();
  await history(page).waitFor();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await page.getByText("Playing the original again.").first().waitFor();
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await answerLeaving(page, "Remove");
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  await expect.poll(() => storedTakes(page)).toEqual([]);
  const states = () =>
    page.evaluate(() => (Reflect.get(window, "tracks") as MediaStreamTrack[]).map(({ readyState }) => readyState));
  expect(new Set(await states()), "the microphone is released").toEqual(new Set(["ended"]));
});

test("two tabs on the same scenario share their takes, and neither takes the other's recording for a crash", async () => {
  const { page: one, context } = await openPage();
  const two = await context.newPage();
  await two.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent?.includes("Recording Recovered")) Object.assign(window, { recovered: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  for (const page of [one, two]) await shortenAudio(page, 0.5);
  await signUpFree(one, appUrl, newLearner());
  await openExample(one, /rent a flat/);
  await listenUntilRecording(one);
  await recordFor(one, 2);

  await two.goto(one.url());
  await two.getByText("Press Play Audio, listen, then interpret aloud.").first().waitFor();
  await finishAttempt(one);
  await history(two).waitFor();
  expect(await two.evaluate(() => Reflect.get(window, "recovered"))).toBeUndefined();
  const [take, ...others] = await storedTakes(one);
  expect(others).toEqual([]);
  expect(take).toMatchObject({ attempt: 1, interrupted: false });

  await Promise.all([restartUntilRecording(one), restartUntilRecording(two)]);
  await Promise.all([finishAttempt(one), finishAttempt(two)]);
  for (const page of [one, two]) await page.getByText("Recordings of this segment (3)").waitFor();
  expect(new Set((await storedTakes(one)).map(({ number }) => number)).size).toBe(3);

  await one.getByRole("button", { name: "Back to Topics" }).click();
  await answerLeaving(one, "Remove");
  await history(two).waitFor({ state: "detached" });
  await two.getByText("Press Play Audio, listen, then interpret aloud.").first().waitFor();
});

/** Puts takes into a database as the first version of the app left it. */
async function storeAsFirst(page: Page): Promise<void> {
  await page.evaluate(
    async ({ wav, userId }) => {
      const opening = indexedDB.open("parlance", 1);
      await new Promise<void>((resolve, reject) => {
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          const keyPath = ["userId", "scenarioId", "segmentIndex", "attempt"];
          const takes = opening.result.createObjectStore("takes", { keyPath });
          const sound = Uint8Array.from(atob(wav), (byte) => byte.charCodeAt(0)).buffer;
          const known = { userId, scenarioId: "example-3", type: "audio/wav", durationSeconds: 1, savedAt: 1 };
          takes.put({ ...known, segmentIndex: 0, attempt: 2, wav: sound, key: "recording_example-3_0" });
          takes.put({ ...known, segmentIndex: 0, attempt: 1, wav: sound, key: "recording_example-3_0" });
          takes.put({ ...known, segmentIndex: 1, attempt: 1, wav: "broken", key: "recording_example-3_1" });
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    },
    { wav: someWav(), userId: await userIdOf(page) },
  );
}

/** Puts takes into a database as the second version of the app left it, which noted no languages. */
async function storeAsSecond(page: Page, scenarioIds: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ wav, userId, ids }) => {
      const opening = indexedDB.open("parlance", 2);
      await new Promise<void>((resolve, reject) => {
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          const takes = opening.result.createObjectStore("takes", { autoIncrement: true });
          takes.createIndex("place", ["userId", "scenarioId", "segmentIndex"]);
          const sounds = opening.result.createObjectStore("take-sounds");
          opening.result.createObjectStore("take-chunks");
          const sound = Uint8Array.from(atob(wav), (byte) => byte.charCodeAt(0)).buffer;
          const times = { recordedAt: 1, usedAt: 1, durationSeconds: 1 };
          for (const [at, scenarioId] of ids.entries()) {
            const facts = { number: at + 1, userId, scenarioId, segmentIndex: 0, key: `recording_${scenarioId}_0` };
            const shape = { type: "audio/wav", bytes: sound.byteLength, attempt: 1, interrupted: false };
            takes.put({ ...facts, ...shape, ...times }, at + 1);
            sounds.put(sound, at + 1);
          }
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      });
    },
    { wav: someWav(), userId: await userIdOf(page), ids: scenarioIds },
  );
}

const someWav = () => Buffer.from(encodeWav(spoken.samples.slice(0, 24_000))).toString("base64");

const userIdOf = (page: Page) =>
  page.evaluate(() => {
    const tokenKey = Object.keys(localStorage).find((key) => key.endsWith(".accessToken")) ?? "";
    const claims = (localStorage.getItem(tokenKey) ?? "").split(".")[1] ?? "";
    return String(JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))).sub);
  });

test("takes from before languages were noted go to the one in which they can have been made, or to none", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  const userId = await userIdOf(page);
  // As if this learner had listed some topics in one language, and another in two.
  await page.evaluate((id) => {
    const lists = ["mandarin_financial", "mandarin_housing", "nepali_housing"];
    for (const list of lists) localStorage.setItem(`cache_${id}_scenarios_${list}`, "{}");
  }, userId);
  await storeAsSecond(page, ["example-1", "fin-1", "house-1", "legal-1"]);
  await page.goto(`${appUrl}/profile?tab=account`);
  await page.getByText("4 recordings").waitFor();
  await page.getByText("Mandarin").waitFor();
  expect((await storedTakes(page)).map(({ scenarioId, language }) => [scenarioId, language])).toEqual([
    ["example-1", "nepali"],
    ["fin-1", "mandarin"],
    ["house-1", "unknown"],
    ["legal-1", "unknown"],
  ]);
  expect(await page.getByText("Language not noted").count()).toBe(2);
  const unknown = page.locator(".stored-dialogue").filter({ hasText: "house-1" });
  await unknown.getByText("1 recording", { exact: true }).click();
  const { fileName, take } = await download(page, /^Download segment 1, attempt 1.*house-1/);
  expect([fileName, take.samples.length]).toEqual(["house-1-segment-1-attempt-1.wav", 24_000]);
  await page.goto(appUrl);
  await openExample(page, /doctor/);
  await page.getByText("Recordings of this segment (1)").waitFor();
});

test("takes that the first version stored are still there, and the least recently used make room for new ones", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await storeAsFirst(page);
  await openExample(page, /primary school/);
  await page.getByText("Recordings of this segment (2)").click();
  await page.getByRole("button", { name: "Play attempt 2" }).click();
  await page.getByText("Playing your recording.").first().waitFor();
  expect((await storedTakes(page)).map(({ number, attempt }) => [number, attempt])).toEqual([
    [1, 1],
    [2, 2],
  ]);

  // As if the first take nearly filled what recordings may use.
  await page.evaluate(async () => {
    const opening = indexedDB.open("parlance");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const takes = opening.result.transaction("takes", "readwrite").objectStore("takes");
    const reading = takes.get(1);
    await new Promise((resolve) => {
      reading.onsuccess = () => {
        takes.put({ ...reading.result, bytes: 199_999_999 }, 1).onsuccess = resolve;
      };
    });
    opening.result.close();
  });
  await restartUntilRecording(page);
  await finishAttempt(page);
  await page.getByText("the recording that you had not used for longest was removed").first().waitFor();
  await page.getByText("Recordings of this segment (2)").waitFor();
  expect((await storedTakes(page)).map(({ number }) => number)).toEqual([2, 3]);
});
