import type { Page } from "playwright-core";
import { scaledTimeoutMs } from "../../support/limits.ts";

/** How long a segment's original plays at most, in ms. */
const maxSegmentMs = 15_000;

/** Gives every example dialogue this many segments: the first of those that it has, or these over and over. */
export async function resizeExamples(page: Page, count: number): Promise<void> {
  await page.route("**/example-*/metadata.json*", async (route) => {
    const response = await route.fetch();
    const segments: unknown[] = await response.json();
    await route.fulfill({ response, json: Array.from({ length: count }, (_, at) => segments[at % segments.length]) });
  });
}

/** Opens an example dialogue from the home page. */
export async function openExample(page: Page, title: RegExp): Promise<void> {
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
}

/** Waits until the original that plays has come to its end and recording has begun. */
export async function waitForOriginalEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor({ timeout: scaledTimeoutMs(maxSegmentMs) });
}

const measureName = "ended-to-first-sample";

/** Does what leads to a recording, and waits until its first sound is there. */
export async function waitForRecording(page: Page, begin: () => Promise<void>): Promise<void> {
  const before = await page.evaluate((name) => performance.getEntriesByName(name).length, measureName);
  await begin();
  await waitForOriginalEnd(page);
  await page.waitForFunction(({ name, count }) => performance.getEntriesByName(name).length > count, {
    name: measureName,
    count: before,
  });
}

/** Plays the original to its end, when recording starts by itself. */
export async function listenUntilRecording(page: Page): Promise<void> {
  await waitForRecording(page, () => page.getByRole("button", { name: "Play Audio" }).click());
}

/** Restarts the segment and hears its original out, when recording starts by itself. */
export async function restartUntilRecording(page: Page): Promise<void> {
  await waitForRecording(page, async () => {
    await page.getByRole("button", { name: "Restart Segment" }).click();
    const dialog = page.getByRole("dialog", { name: "Restart Current Segment?" });
    await dialog.getByText("Earlier recordings of this segment are kept.").waitFor();
    await dialog.getByRole("button", { name: "Restart Segment" }).click();
  });
}

/** Plays the original, skips what is left of it by keyboard, and waits until recording has started by itself. */
export async function skipOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio" }).click();
  const slider = page.getByRole("slider", { name: "Position" }).and(page.locator('[aria-disabled="false"]'));
  await slider.waitFor();
  await slider.press("End");
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
}

/** Waits until at least `seconds` have been recorded, by the recorder's own sound. */
export async function waitForRecordedSeconds(page: Page, seconds: number): Promise<void> {
  const hasPassed = (wanted: number) => {
    const [measure] = performance.getEntriesByName("ended-to-first-sample").slice(-1);
    return measure !== undefined && performance.now() - measure.startTime - measure.duration > wanted * 1000;
  };
  await page.waitForFunction(hasPassed, seconds, { timeout: seconds * 1_000 + maxSegmentMs });
}

/** Jumps to the last segment of the dialogue. */
export async function goToLastSegment(page: Page): Promise<void> {
  await page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button").last().click();
}

/** Opens the door behind which stands what is rarely needed. */
export async function openMore(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: /^More/ });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

/** Ends the attempt and waits until it can be played. */
export async function finishAttempt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
}

/** Answers, on the way back to the topics, what happens to the recordings, by the beginning of the answer. */
export async function answerLeaving(page: Page, answer: "Stay" | "Keep" | "Remove" | "Leave"): Promise<void> {
  const question = page.getByRole("dialog", { name: /^(Keep your recordings?|Leave while recording)\?$/ });
  await question.getByRole("button", { name: new RegExp(`^${answer}`) }).click();
}

/** Goes home from a dialogue whose end was reached and in which something was recorded. */
export async function returnHome(page: Page, answer: "Keep" | "Remove" = "Remove"): Promise<void> {
  const done = page.getByRole("dialog", { name: "Scenario Complete!" });
  await done.getByRole("radio", { name: new RegExp(`^${answer}`) }).check();
  await done.getByRole("button", { name: "Return to Home" }).click();
}

export type StoredRecordingFile = {
  number: number;
  key: string;
  type: string;
  attempt: number;
  language: string;
  scenarioId: string;
  segmentIndex: number;
  durationSeconds: number;
  interrupted: boolean;
  gaps?: { atSeconds: number; seconds: number }[];
  mock?: { attemptId: string; dialogue: number };
  wavBase64: string;
};

/**
 * The finished takes that stand in a database of the browser's, as they began. It is run in the page, and so knows of
 * nothing outside of itself.
 */
export async function readStoredRecordings(databaseName: string): Promise<StoredRecordingFile[]> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open(databaseName));
  try {
    if (!database.objectStoreNames.contains("take-sounds")) return [];
    const stores = database.transaction(["takes", "take-sounds"]);
    const takes = await settled(stores.objectStore("takes").getAll());
    const finished = takes.filter(({ unfinished }) => !unfinished);
    const sounds = stores.objectStore("take-sounds");
    const wavs = await Promise.all(finished.map(({ number }) => settled<ArrayBuffer>(sounds.get(number))));
    return finished.map((take, at) => ({
      ...take,
      wavBase64: btoa(Array.from(new Uint8Array(wavs[at] ?? []), (byte) => String.fromCharCode(byte)).join("")),
    }));
  } finally {
    database.close();
  }
}

/** The finished takes that stand in a database of the browser's, that of practice unless told. */
export async function loadStoredRecordings(page: Page, name = "parlance"): Promise<StoredRecordingFile[]> {
  return page.evaluate(readStoredRecordings, name);
}
