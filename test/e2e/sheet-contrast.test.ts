import { expect, inject, test } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { contrastOf } from "./support/contrast.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedMarking } from "./support/marked-exams.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** The minimum contrast of text of normal size: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const least = 4.5;

test("shows the text of segment buttons with enough contrast when idle, hovered or focused", async () => {
  const { page } = await openPage({ viewport: { width: 360, height: 740 } });
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const segments = [interpretedSegment(3), interpretedSegment(3), interpretedSegment(3), interpretedSegment(3)];
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", segments)]);
  await seedMarking(appUrl, learner, attempt, {
    marked: [
      { dialogue: 0, segment: 0 },
      { dialogue: 0, segment: 2 },
    ],
    notes: [
      { segment: 0, deduction: 2.5 },
      { segment: 1, deduction: 1 },
    ],
  });
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  const rail = page.getByRole("navigation", { name: "Segments" }).getByRole("button");
  await waitUntilShown(rail.first());
  const faint: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
    for (const selected of [0, 1, 2, 3]) {
      await rail.nth(selected).click();
      for (const [at, segment] of (await rail.all()).entries()) {
        const look = async (state: string) => {
          for (const part of [segment.locator("span"), segment.locator("small")]) {
            const contrast = await contrastOf(part);
            const text = await part.textContent();
            if (text && contrast < least) faint.push(`${colorScheme} ${selected} ${at} ${state}: ${text} ${contrast}`);
          }
        };
        await look("plain");
        await segment.hover();
        await look("hovered");
        await page.mouse.move(0, 0);
        await segment.focus();
        await look("focused");
      }
    }
  }
  expect(faint).toEqual([]);
});
