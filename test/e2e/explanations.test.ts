import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { exams } from "../../domain/exam/exams.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const explanation = (page: Page, word: string) => page.getByRole("note", { name: `Meaning of “${word}”` });
const isOpen = (page: Page, word: string) => explanation(page, word).count();

async function openSheet(page: Page, learner: NewLearner): Promise<void> {
  const segments = Array.from({ length: 10 }, () => interpretedSegment(3));
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", segments)]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
}

test("explains a marking term automatically only once to each learner", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await openSheet(page, learner);

  await page.keyboard.press("1");
  await waitUntilShown(explanation(page, "Missed").getByText(/^Missed means that the recording leaves a unit out/));
  await expectAccessibleInEveryAppearance(page);
  // The keys still mark while an explanation is open.
  await page.keyboard.press("c");
  await page.keyboard.press("d");
  await waitUntilShown(explanation(page, "Distortion"));
  await page.keyboard.press("Escape");
  expect(await isOpen(page, "Missed")).toBe(1);
  await explanation(page, "Missed").getByRole("button", { name: "Close" }).click();
  expect(await isOpen(page, "Missed")).toBe(0);
  await page.keyboard.press("n");
  await waitUntilShown(page.getByRole("heading", { name: "Segment 2 of 10" }));
  await page.keyboard.press("1");
  await waitUntilShown(page.getByText(/1 missed\. Suggested deduction:/));
  expect(await isOpen(page, "Missed")).toBe(0);

  await page.keyboard.press("o");
  await waitUntilShown(explanation(page, "Omission").getByText("Omission: something in the original is left out."));
  const remark = page.getByRole("textbox", { name: "Remark" });
  expect(await remark.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("combobox", { name: "Kind of error" }).selectOption({ label: "Register" });
  await waitUntilShown(explanation(page, "Register"));
  await explanation(page, "Register").getByRole("button", { name: "Close" }).click();
  expect(await isOpen(page, "Register")).toBe(0);
  expect(await remark.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");

  await page.reload();
  await waitUntilShown(page.getByRole("button", { name: /^All (others )?correct$/ }));
  await page.keyboard.press("o");
  await waitUntilShown(page.getByRole("form", { name: "New note" }));
  expect(await isOpen(page, "Omission")).toBe(0);
  await page.keyboard.press("Escape");

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help and keyboard shortcuts" });
  const terms = await help.getByRole("term").allInnerTexts();
  expect(terms).toEqual([
    ...["Missed", "Omission", "Distortion", "Insertion", "Language", "Register", "Hesitation", "Self-correction"],
    "Repeat",
  ]);
  expect(terms).toHaveLength(exams["naati-ccl"].errors.value.length + 1);
  await waitUntilShown(help.getByText("Something in the original is left out."));
  const words = help.getByText("Missed", { exact: true });
  for (const height of [740, 480]) {
    await page.setViewportSize({ width: 360, height });
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const box = await words.boundingBox();
    expect(box && box.y >= 0 && box.y < height, "the dialog opens at its beginning").toBe(true);
  }
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help and keyboard shortcuts" }).click();
  await waitUntilShown(help);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  const other = newLearner();
  await signUpFree(page, appUrl, other);
  await openSheet(page, other);
  await page.keyboard.press("1");
  await waitUntilShown(explanation(page, "Missed"));
  await page.keyboard.press("n");
  await waitUntilShown(page.getByRole("heading", { name: "Segment 2 of 10" }));
  expect(await isOpen(page, "Missed")).toBe(0);
  await logOutAndIn(page, learner);
  await openSheet(page, learner);
  await page.keyboard.press("1");
  await waitUntilShown(page.getByText(/1 missed\. Suggested deduction:/));
  expect(await isOpen(page, "Missed")).toBe(0);
});

async function logOutAndIn(page: Page, learner: NewLearner): Promise<void> {
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  await logIn(page, appUrl, learner);
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${learner.name}` }));
}
