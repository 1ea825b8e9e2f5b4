import { expect, inject, test } from "vitest";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { deleteAttemptElsewhere } from "./support/marked-exams.ts";
import { shareElsewhere } from "./support/share-elsewhere.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("the feedback page links to the marking sheet of its exam only if the exam still exists", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", [interpretedSegment(6)])]);
  const { share } = await (await shareElsewhere(appUrl, learner, attempt)).feedback();
  await page.goto(`${appUrl}/feedback/${share.share_id}`);
  const link = page.getByRole("link", { name: "Open the marking sheet" });
  expect(await link.getAttribute("href")).toBe(`/exam/${attempt.attempt_id}`);
  await deleteAttemptElsewhere(appUrl, learner, attempt);
  const listed = page.waitForResponse((response) => /\/exam-attempts$/.test(response.url()));
  await page.reload();
  await listed;
  await waitUntilShown(page.getByText("No comments yet."));
  await expect.poll(() => link.count()).toBe(0);
});
