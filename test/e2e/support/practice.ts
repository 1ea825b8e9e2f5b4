import type { Page } from "playwright-core";
import { scaledTimeoutMs } from "../../support/limits.ts";

const maxSegmentMs = 15_000;

export async function resizeExamples(page: Page, count: number): Promise<void> {
  await page.route("**/example-*/metadata.json*", async (route) => {
    const response = await route.fetch();
    const segments: unknown[] = await response.json();
    await route.fulfill({ response, json: Array.from({ length: count }, (_, at) => segments[at % segments.length]) });
  });
}

export async function openExample(page: Page, title: RegExp): Promise<void> {
  await page.getByRole("link", { name: title }).click();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
}

export async function waitForOriginalEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor({ timeout: scaledTimeoutMs(maxSegmentMs) });
}

const measureName = "ended-to-first-sample";

export async function waitForRecording(page: Page, begin: () => Promise<void>): Promise<void> {
  const before = await page.evaluate((name) => performance.getEntriesByName(name).length, measureName);
  await begin();
  await waitForOriginalEnd(page);
  await page.waitForFunction(({ name, count }) => performance.getEntriesByName(name).length > count, {
    name: measureName,
    count: before,
  });
}

export async function listenUntilRecording(page: Page): Promise<void> {
  await waitForRecording(page, () => page.getByRole("button", { name: "Play Audio" }).click());
}

export async function restartUntilRecording(page: Page): Promise<void> {
  await waitForRecording(page, async () => {
    await page.getByRole("button", { name: "Restart Segment" }).click();
    const dialog = page.getByRole("dialog", { name: "Restart Current Segment?" });
    await dialog.getByText("The original plays again.").waitFor();
    await dialog.getByRole("button", { name: "Restart Segment" }).click();
  });
}

export async function skipOriginal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Audio" }).click();
  const slider = page.getByRole("slider", { name: "Position" }).and(page.locator('[aria-disabled="false"]'));
  await slider.waitFor();
  await slider.press("End");
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
}

export async function waitForRecordedSeconds(page: Page, seconds: number): Promise<void> {
  const hasPassed = (wanted: number) => {
    const [measure] = performance.getEntriesByName("ended-to-first-sample").slice(-1);
    return measure !== undefined && performance.now() - measure.startTime - measure.duration > wanted * 1000;
  };
  await page.waitForFunction(hasPassed, seconds, { timeout: seconds * 1_000 + maxSegmentMs });
}

export async function goToLastSegment(page: Page): Promise<void> {
  await page.getByRole("toolbar", { name: "Go to a segment" }).getByRole("button").last().click();
}

export async function openMore(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: /^More/ });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

export async function finishAttempt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
}

export async function answerLeaving(page: Page, answer: "Stay" | "Keep" | "Remove" | "Leave"): Promise<void> {
  const question = page.getByRole("dialog", { name: /^(Keep your recordings?|Leave while recording)\?$/ });
  await question.getByRole("button", { name: new RegExp(`^${answer}`) }).click();
}

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

/** The function runs in the page, so it cannot use code outside of itself. */
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
    const recordings = await settled(stores.objectStore("takes").getAll());
    const finished = recordings.filter(({ unfinished }) => !unfinished);
    const sounds = stores.objectStore("take-sounds");
    const wavs = await Promise.all(finished.map(({ number }) => settled<ArrayBuffer>(sounds.get(number))));
    return finished.map((recording, at) => ({
      ...recording,
      wavBase64: btoa(Array.from(new Uint8Array(wavs[at] ?? []), (byte) => String.fromCharCode(byte)).join("")),
    }));
  } finally {
    database.close();
  }
}

export async function loadStoredRecordings(page: Page, name = "parlance"): Promise<StoredRecordingFile[]> {
  return page.evaluate(readStoredRecordings, name);
}
