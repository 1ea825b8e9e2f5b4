import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createSubscriber } from "./support/payments.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  loadStoredRecordings,
  returnHome,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { saveButton } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** The sample pack has a dialogue with this id in Nepali and in Mandarin. */
const address = `${appUrl}/topic/fin-1`;
const nepaliTitle = "Reporting a scam to the bank";
const mandarinTitle = "Help with credit card debt";

const history = (page: Page) => page.getByText(/Recordings of this segment/);

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.goto(`${appUrl}/profile`);
  const field = page.getByRole("combobox", { name: "Language preference" });
  await field.fill(name);
  await page.keyboard.press("Enter");
  await saveButton(page).click();
  await waitUntilShown(page.getByText("Profile updated").first());
}

async function knowsOf(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: new RegExp(name) }).waitFor();
  await page.keyboard.press("Escape");
}

function watchSaves(page: Page): { path: string; language: unknown }[] {
  const saves: { path: string; language: unknown }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "PUT") return;
    saves.push({ path, language: request.postDataJSON()?.language });
  });
  return saves;
}

async function completeDialogue(page: Page): Promise<void> {
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await returnHome(page);
}

test("offers a practised dialogue in the former language if the new language lacks it", async () => {
  const { page, context } = await openPage();
  await shortenAudio(page, 0.5);
  await createSubscriber(page, appUrl, "Plus");
  await page.goto(`${appUrl}/topic/legal-1`);
  await listenUntilRecording(page);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await finishAttempt(page);
  const other = await context.newPage();
  await chooseLanguage(other, "Mandarin");
  await page.reload();
  await waitUntilShown(page.getByText("Failed to load scenario: it is not available in Mandarin."));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("link", { name: "Open it in Nepali" }).click();
  await waitForHeading(page, title);
  await waitUntilShown(page.getByText(/^Segment 2\//));
  await page.getByRole("button", { name: "Previous" }).click();
  await expect.poll(() => page.url()).toBe(`${appUrl}/topic/legal-1?language=nepali&segment=1`);
  await page.reload();
  await waitForHeading(page, title);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await waitUntilShown(page.getByText("Playing the original again.").first());

  // The learner has not practised this dialogue.
  await page.goto(`${appUrl}/topic/bus-1`);
  await waitUntilShown(page.getByText("Failed to load scenario: it is not available in Mandarin."));
  await waitUntilShown(page.getByRole("link", { name: "Change language" }));
});

test("keeps a dialogue open when another tab changes the learner's language, and separates the two languages' recordings", async () => {
  const { page, context } = await openPage();
  const audio: string[] = [];
  page.on("request", (request) => request.url().includes("/segments/") && audio.push(request.url()));
  await shortenAudio(page, 0.5);
  await createSubscriber(page, appUrl, "Plus");
  const saves = watchSaves(page);
  await page.goto(address);
  await waitForHeading(page, nepaliTitle);
  await listenUntilRecording(page);

  const other = await context.newPage();
  await shortenAudio(other, 0.5);
  await chooseLanguage(other, "Mandarin");
  await knowsOf(page, "Mandarin");
  await waitForHeading(page, nepaliTitle);
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
  expect(await loadStoredRecordings(page)).toMatchObject([
    { language: "nepali", scenarioId: "fin-1", interrupted: false },
  ]);
  await expect.poll(() => saves).toEqual([{ path: "/progress/fin-1/segment-1", language: "nepali" }]);

  // After a 403, the page requests a new grant.
  const granted = page.waitForRequest((request) => request.url().endsWith("/content-grants"));
  await page.route("**/nepali/**", async (route) => {
    await page.unroute("**/nepali/**");
    await route.fulfill({ status: 403, headers: { "access-control-allow-origin": appUrl } });
  });
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await granted;
  await listenUntilRecording(page);
  await finishAttempt(page);
  expect(audio.filter((url) => !url.includes("/nepali/"))).toEqual([]);

  await other.goto(address);
  await waitForHeading(other, mandarinTitle);
  expect(await history(other).count(), "recordings of the Nepali dialogue are not the Mandarin one's").toBe(0);
  await listenUntilRecording(other);
  await finishAttempt(other);
  expect(new Set((await loadStoredRecordings(page)).map(({ language }) => language))).toEqual(
    new Set(["nepali", "mandarin"]),
  );
  await history(page).waitFor();
  expect(await history(page).textContent()).toContain("(1)");

  await completeDialogue(page);
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  expect(saves.at(-1)).toEqual({ path: "/completed-scenarios/fin-1", language: "nepali" });
  await page.reload();
  const row = page.getByRole("link", { name: mandarinTitle });
  await waitUntilShown(row.getByText("segments"));
  expect(await row.textContent(), "the Mandarin dialogue of the same id has progress of its own").toContain(
    "1 of 12 segments",
  );
  expect(await loadStoredRecordings(page), "its recordings stay").toMatchObject([{ language: "mandarin" }]);

  await chooseLanguage(page, "Nepali");
  await page.goto(appUrl);
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await page.getByRole("checkbox", { name: "Financial" }).click();
  await waitUntilShown(page.getByRole("link", { name: nepaliTitle }).getByText("2 of 12 segments"));
});
