import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import {
  createExamAttempt,
  exampleDialogue,
  interpretedSegment,
  seedRecordings,
} from "../e2e/support/exam-attempts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { createGuest } from "../e2e/support/guest-calls.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { seedMarking } from "../e2e/support/marked-exams.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const wide = { width: 1440, height: 900 };
const toBucket = (url: URL) => url.pathname.endsWith("/shared-audio") || url.pathname.endsWith("/shared-audio/");

async function openMarkedSheet(page: Page): Promise<string> {
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const heard = [interpretedSegment(6), interpretedSegment(3)];
  const dialogues = ["example-1", "example-2"].map((id) => exampleDialogue(id, heard));
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  const marked = [0, 1].flatMap((dialogue) => [0, 1].map((segment) => ({ dialogue, segment })));
  await seedMarking(appUrl, learner, attempt, { marked, notes: [{ deduction: 3 }] });
  await seedRecordings(page, attempt);
  const sheet = `${appUrl}/exam/${attempt.attempt_id}?dialogue=1&segment=1`;
  await page.goto(sheet);
  return sheet;
}

/** Returns the link. */
async function captureAsking(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Ask for feedback" }).click();
  const asking = page.getByRole("dialog", { name: "Ask for feedback" });
  await waitUntilShown(asking.getByText(/4 recordings of/));
  await asking.getByLabel("Your question (optional)").fill("Is my tone polite?");
  await captureScene(page, "feedback-asking");
  await page.setViewportSize(wide);
  const toShares = (url: URL) => url.pathname.startsWith("/shares/");
  await page.route(toShares, (route) => route.abort());
  await asking.getByRole("button", { name: "Create link" }).click();
  await waitUntilShown(asking.getByRole("alert"));
  await captureScene(page, "feedback-asking-failed", { at: asking.getByRole("alert") });
  await page.setViewportSize(wide);
  await page.unroute(toShares);
  await page.route(toBucket, (route) => route.abort());
  await asking.getByRole("button", { name: "Create link" }).click();
  const ready = page.getByRole("dialog", { name: "Your link is ready" });
  await waitUntilShown(ready.getByText(/^Recordings uploaded: 0 percent/));
  await captureScene(page, "feedback-uploading");
  await page.setViewportSize(wide);
  const link = await ready.getByLabel("Link", { exact: true }).inputValue();
  await ready.getByRole("button", { name: "Close" }).click();
  await page.goto(`${appUrl}/profile?tab=account`);
  await waitUntilShown(page.getByText(/^Recordings uploaded/));
  await captureScene(page, "feedback-list-uploading", { at: page.getByRole("region", { name: "Feedback links" }) });
  await page.unroute(toBucket);
  await page.reload();
  await expect.poll(async () => (await createGuest(appUrl, link).open()).recordings.every(({ url }) => url)).toBe(true);
  return link;
}

async function commentOn(link: string): Promise<void> {
  const maya = createGuest(appUrl, link);
  await maya.comment({ at_seconds: 2.5, text: "Say “clinic” here.", segment: 0 });
  await maya.comment({ at_seconds: 2.6, kind: "delivery", text: "A long pause.\nBreathe before you start." });
  await maya.comment({ at_seconds: null, kind: "praise", text: "राम्रो! Clear and calm.", segment: 1 });
  const unit = { sign: "0123abcd", kind: "number" as const, text: "two weeks" };
  await createGuest(appUrl, link, "राम").comment({ kind: "meaning", text: "", at_seconds: 5.9, unit });
}

test("captures a learner's pages about feedback", async () => {
  const { page } = await openPage({ viewport: wide });
  const sheet = await openMarkedSheet(page);
  const link = await captureAsking(page);
  const row = page.getByRole("region", { name: "Feedback links" }).getByRole("listitem");
  await waitUntilShown(row.getByRole("button", { name: /^Show link/ }));
  await row.getByRole("button", { name: /^Show link/ }).click();
  await captureScene(page, "feedback-link");
  await page.keyboard.press("Escape");
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: /^Welcome/ }));
  await commentOn(link);
  await waitUntilShown(page.getByText("Feedback Received", { exact: true }).first());
  await captureScene(page, "feedback-toast");
  await page.goto(sheet);
  await waitUntilShown(page.getByText("Say “clinic” here."));
  await captureScene(page, "feedback-sheet", {
    filled: 3,
    at: page.getByRole("region", { name: "Comments" }),
  });
  await page.goto(`${appUrl}/profile?tab=account`);
  await waitUntilShown(row.getByText(/4 comments by/));
  await captureScene(page, "feedback-list", { at: page.getByRole("region", { name: "Feedback links" }) });
  await row.getByRole("link", { name: /^Mock exam:/ }).click();
  await waitUntilShown(page.getByText("Missed: two weeks"));
  await captureScene(page, "feedback-page", { filled: 5 });
  await page.getByRole("button", { name: "Delete the comment by Maya Gurung" }).first().click();
  await captureScene(page, "feedback-page-deleting", {
    filled: 5,
    at: page.getByRole("button", { name: "Delete comment" }),
  });
  await page.goto(`${appUrl}/profile?tab=account`);
  await row.getByRole("button", { name: /^End link/ }).click();
  await captureScene(page, "feedback-ending");
  await page.getByRole("button", { name: "End the link, keep written comments" }).click();
  await waitUntilShown(row.getByText(/^Ended/));
  await captureScene(page, "feedback-ended", { at: page.getByRole("region", { name: "Feedback links" }) });
});

test("captures a teacher's inbox", async () => {
  const { page: learner } = await openPage({ viewport: wide });
  await openMarkedSheet(learner);
  await learner.getByRole("button", { name: "Ask for feedback" }).click();
  const asking = learner.getByRole("dialog", { name: "Ask for feedback" });
  await asking.getByLabel("Your question (optional)").fill("Is my tone polite?");
  await asking.getByRole("button", { name: "Create link" }).click();
  const ready = learner.getByRole("dialog", { name: "Your link is ready" });
  const link = await ready.getByLabel("Link", { exact: true }).inputValue();
  await learner.close();
  const { page } = await openPage({ viewport: wide });
  await signUpFree(page, appUrl, { ...newLearner(), name: "Maya Gurung" });
  await page.goto(`${appUrl}/inbox`);
  await waitUntilShown(page.getByText("Your inbox has no recordings."));
  await captureScene(page, "feedback-inbox-empty");
  await page.goto(`${appUrl}/inbox${new URL(link).hash}`);
  await waitUntilShown(page.getByRole("button", { name: "Listen and answer Asha Rai" }));
  await captureScene(page, "feedback-inbox-new");
  await page.goto(`${appUrl}/inbox#${"A".repeat(22)}`);
  await waitUntilShown(page.getByRole("alert"));
  await captureScene(page, "feedback-inbox-refused");
});
