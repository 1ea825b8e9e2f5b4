import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { shareElsewhere } from "./support/share-elsewhere.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const teacherName = "Maya Gurung";
const comment = (page: Page) => page.getByRole("textbox", { name: "Comment" });
const comments = (page: Page) => page.getByRole("list", { name: "Your comments on this segment" });

async function openSharer() {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [
    exampleDialogue("example-1", [interpretedSegment(11), interpretedSegment(11)]),
  ]);
  return { page, shared: await shareElsewhere(appUrl, learner, attempt, { question: "Is my tone polite?" }) };
}

async function openInbox(link: string): Promise<Page> {
  const { page } = await openPage();
  await signUpFree(page, appUrl, { ...newLearner(), name: teacherName });
  await page.goto(link);
  await page.getByRole("link", { name: "Add to my inbox" }).click();
  await waitUntilShown(page.getByText("Is my tone polite?"));
  return page;
}

test("a teacher answers from the inbox, which is empty after the learner removes the recordings", async () => {
  const { page: learner, shared } = await openSharer();
  const teacher = await openInbox(shared.link);
  await waitUntilShown(teacher.getByText(/^New · Today · expires on/));
  await teacher.getByRole("button", { name: "Answered", exact: true }).click();
  await waitUntilShown(teacher.getByText("Nothing here."));
  await teacher.getByRole("button", { name: "New", exact: true }).click();
  await expectAccessibleInEveryAppearance(teacher);

  await teacher.getByRole("button", { name: "Listen and answer Asha Rai" }).click();
  await waitUntilShown(teacher.getByRole("heading", { name: /^Asha Rai asks for your feedback on a mock exam/ }));
  await teacher.getByLabel("Your name").fill(teacherName);
  await comment(teacher).fill("Say the dose first.");
  await teacher.getByRole("button", { name: "Save comment" }).click();
  await comments(teacher).getByRole("button", { name: "Keep for reuse" }).click();
  await waitUntilShown(teacher.getByRole("group", { name: "Your comments for reuse" }));
  await expectAccessibleInEveryAppearance(teacher);
  await teacher.getByRole("button", { name: "Next" }).click();
  await teacher.getByRole("button", { name: "Say the dose first.", exact: true }).click();
  await teacher.getByRole("button", { name: "Save comment" }).click();
  await waitUntilShown(comments(teacher).getByText("Say the dose first."));
  await waitUntilShown(learner.getByText("Feedback Received", { exact: true }).first());
  const received = async () => (await shared.feedback()).comments.map(({ segment, text }) => [segment, text]);
  await expect.poll(received).toEqual([
    [0, "Say the dose first."],
    [1, "Say the dose first."],
  ]);
  const { share } = await shared.feedback();
  expect(share.guests).toMatchObject([{ name: teacherName, is_teacher: true }]);

  await teacher.goto(`${appUrl}/inbox`);
  await waitUntilShown(teacher.getByText(/^Answered · Today/));
  await learner.goto(`${appUrl}/profile?tab=account`);
  await learner.getByRole("button", { name: `Leave ${teacherName}` }).click();
  await expectAccessibleInEveryAppearance(learner);
  await learner.getByRole("button", { name: "Leave and remove my recordings from this teacher’s inbox" }).click();
  await expect.poll(() => learner.getByRole("heading", { name: "Teachers" }).count()).toBe(0);
  await teacher.reload();
  await waitUntilShown(teacher.getByText("Your inbox has no recordings."));
  expect(await teacher.getByRole("heading", { name: "Learners" }).count()).toBe(0);
});
