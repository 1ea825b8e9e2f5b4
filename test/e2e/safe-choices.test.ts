import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { findFilledButtons } from "../screens/support/visual-checks.ts";
import { beginButton, startExamInPage } from "./support/exam-steps.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, resizeExamples } from "./support/practice.ts";
import { openTab } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function filledIn(page: Page, question: string): Promise<string[]> {
  await waitUntilShown(page.getByRole("dialog", { name: question }));
  return findFilledButtons(page);
}

test("highlights only a safe button in questions about recordings or an account", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await shortenAudio(page, 0.3);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await button(page, "Restart Segment").click();
  expect(await filledIn(page, "Restart Current Segment?")).toEqual(["Cancel"]);
  await button(page, "Cancel").click();
  await finishAttempt(page);
  await button(page, "Restart Segment").click();
  expect(await filledIn(page, "Restart Current Segment?"), "nothing is discarded").toEqual(["Restart Segment"]);
  await button(page, "Cancel").click();

  await page.getByText("Recordings of this segment (1)").click();
  await page.getByRole("button", { name: /^Delete attempt 1/ }).click();
  expect(await filledIn(page, "Delete this recording?")).toEqual(["Keep it"]);
  await button(page, "Keep it").click();
  await button(page, "Back to Topics").click();
  expect(await filledIn(page, "Keep your recording?")).toEqual(["Keep it"]);
  await button(page, "Keep it").click();
  await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));

  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  expect(await filledIn(page, "Delete your recordings and log out?")).toEqual(["Stay"]);
  await button(page, "Stay").click();

  await page.goto(`${appUrl}/profile`);
  await openTab(page, "Account");
  await page.getByRole("radio", { name: "Remove them" }).check();
  await page.getByRole("button", { name: /^Delete 1 recording of/ }).click();
  await waitUntilShown(button(page, "Delete 1 recording"));
  expect(await findFilledButtons(page)).toEqual(["Keep"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep");
  await openTab(page, "Security");
  await button(page, "Delete account").click();
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  expect(await filledIn(page, "Delete your account?")).toEqual(["Keep account"]);

  await page.goto(appUrl);
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await page.keyboard.press("b");
  expect(await filledIn(page, "Leave while recording?")).toEqual(["Stay"]);
});

test("highlights only the safe button in questions about ending or deleting an exam", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await resizeExamples(page, 1);
  await startExamInPage(page, appUrl);
  await beginButton(page).click();
  await button(page, "End the exam").click();
  expect(await filledIn(page, "End the exam?")).toEqual(["Continue"]);
  await button(page, "End exam").click();
  await page.getByRole("link", { name: "All mock exams" }).click();
  await button(page, "Delete").first().click();
  expect(await filledIn(page, "Delete this mock exam?")).toEqual(["Keep it"]);
});
