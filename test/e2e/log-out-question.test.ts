import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { readZip } from "../support/read-zip.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, loadStoredRecordings, openExample } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const question = (page: Page) => page.getByRole("dialog", { name: "Delete your recordings and log out?" });
const answer = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });
const loggedOut = (page: Page) => waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

async function practise(page: Page): Promise<NewLearner> {
  await shortenAudio(page, 0.3);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await listenUntilRecording(page);
  await finishAttempt(page);
  await expect.poll(() => loadStoredRecordings(page)).toHaveLength(2);
  return learner;
}

/** Blocks `Response.blob`, and so the creation of the ZIP file. */
async function holdZip(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const gate = Promise.withResolvers<void>();
    const { blob } = Response.prototype;
    Object.assign(window, { openGate: gate.resolve });
    Response.prototype.blob = async function () {
      await gate.promise;
      return blob.call(this);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "openGate")());
}

test("asks about all recordings in one question, and deletes no practice recording during a save", async () => {
  const { page } = await openPage();
  const learner = await practise(page);
  const segments = [interpretedSegment(1), interpretedSegment(1)];
  await seedRecordings(page, await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", segments)]));
  const wavs = [...(await loadStoredRecordings(page)), ...(await loadStoredRecordings(page, "parlance-mocks"))].map(
    ({ wavBase64 }) => wavBase64,
  );
  expect(wavs).toHaveLength(4);

  await askToLogOut(page);
  await waitUntilShown(question(page).getByText(/This browser has 2 practice recordings and 2 mock exam recordings\./));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  await askToLogOut(page);
  await answer(page, "Stay").click();
  expect(await loadStoredRecordings(page)).toHaveLength(2);

  await askToLogOut(page);
  const release = await holdZip(page);
  await answer(page, "Save as a file (ZIP)").click();
  await waitUntilShown(question(page).getByText("Saving the file…"));
  expect(await answer(page, "Delete and log out").getAttribute("aria-disabled")).toBe("true");
  await answer(page, "Delete and log out").click({ force: true });
  await waitUntilShown(question(page).getByText("Saving the file…"));
  expect(await loadStoredRecordings(page)).toHaveLength(2);
  const [file] = await Promise.all([page.waitForEvent("download"), release()]);
  await waitUntilShown(question(page).getByText("The file contains 4 recordings."));
  expect(file.suggestedFilename()).toBe("parlance-recordings.zip");
  const files = readZip(new Uint8Array(readFileSync(await file.path())).buffer);
  const saved = [...files]
    .filter(([name]) => name.endsWith(".wav"))
    .map(([, data]) => Buffer.from(data).toString("base64"));
  expect(saved.toSorted()).toEqual(wavs.toSorted());

  await answer(page, "Delete and log out").click();
  await loggedOut(page);
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);
  await expect.poll(() => loadStoredRecordings(page, "parlance-mocks")).toEqual([]);
});

test("preserves the recordings after a failed save until the learner deletes them", async () => {
  const { page, context } = await openPage();
  await practise(page);
  const other = await context.newPage();
  await other.goto(appUrl);
  await page.evaluate(() => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (...given) {
      if (this.name === "take-sounds") throw new DOMException("The disk cannot be read", "UnknownError");
      return get.apply(this, given);
    };
  });
  await askToLogOut(page);
  await answer(page, "Save as a file (ZIP)").click();
  await waitUntilShown(
    question(page).getByText("The file could not be saved. Close other tabs of Parlance and try again."),
  );
  expect(await loadStoredRecordings(other)).toHaveLength(2);
  await answer(page, "Delete and log out").click();
  await loggedOut(page);
  await expect.poll(() => loadStoredRecordings(other)).toEqual([]);
});
