import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { sitMocks } from "../e2e/support/sat-mocks.ts";
import { shown } from "../e2e/support/shown.ts";
import { shoot } from "./support/shoot.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("shows the page of exams, from none to several", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/exam`);
  const start = page.getByRole("link", { name: "Start a mock exam" });
  await shown(page.getByText("You have no mock exams yet."));
  await shoot(page, "exam-none", { inView: [start] });
  await sitMocks(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [24, 12] },
    { at: "2026-01-12T12:00:00.000Z", marked: 6, lost: [17.5, 9] },
    { at: "2026-01-20T12:00:00.000Z", marked: 6, lost: [12, 4.5] },
    { at: "2026-01-28T12:00:00.000Z", marked: 2, lost: [1, 0] },
  ]);
  await page.reload();
  const figure = page.getByRole("figure");
  await shown(figure);
  await shoot(page, "exam-several", { inView: [start] });
  await shoot(page, "exam-several-list", { at: figure });
  await page.getByRole("button", { name: "Delete" }).first().click();
  await shown(page.getByRole("dialog"));
  await shoot(page, "exam-deleting");
});
