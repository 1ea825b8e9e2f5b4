import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedMarkedExams, seedMarking } from "./support/marked-exams.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const fullMarks = async (page: Page) =>
  (await page.getByRole("main").innerText()).match(/\b(?:90|45)\s*(?:\/|of)\s*(?:90|45)\b/g) ?? [];

test("shows “not marked yet” for an exam without marks", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [16.5, 5] },
    { at: "2026-01-06T12:00:00.000Z", marked: 6, lost: [10, 4.5] },
  ]);
  const dialogues = ["example-1", "example-2"].map((id) =>
    exampleDialogue(id, [interpretedSegment(3), interpretedSegment(3)]),
  );
  const started_at = "2026-01-07T12:00:00.000Z";
  const attempt = await createExamAttempt(appUrl, learner, dialogues, { started_at, ended_at: started_at });
  await seedMarking(appUrl, learner, attempt, { marker: "Maya" });

  await page.goto(`${appUrl}/exam`);
  const exams = page.getByRole("region", { name: "Your mock exams" });
  const newest = exams.getByRole("listitem").filter({ hasText: "Jan 7" });
  await waitUntilShown(newest.getByText("Not marked yet"));
  expect(await exams.getByRole("figure").getByRole("listitem").count()).toBe(2);
  expect(await fullMarks(page)).toEqual([]);

  await newest.getByRole("link", { name: "Mark exam" }).click();
  await waitUntilShown(page.getByRole("status").getByText("Not marked yet"));
  expect(await fullMarks(page)).toEqual([]);
  for (const media of ["screen", "print"] as const) {
    await page.getByRole("tab", { name: "Result" }).click();
    await page.emulateMedia({ media });
    await waitUntilShown(page.getByRole("heading", { name: "Not marked yet" }));
    expect(await fullMarks(page), media).toEqual([]);
    await page.emulateMedia({ media: "screen" });
  }

  await page.getByRole("tab", { name: "Marking sheet" }).click();
  await page.getByRole("button", { name: "Finish segment" }).click();
  await waitUntilShown(page.getByText("45/45 + not marked yet"));
  await waitUntilShown(page.getByRole("status").getByText("No marks lost yet"));
  const ofTheExam = /\b90\s*(?:\/|of)\s*90\b/;
  expect(await page.getByRole("main").innerText()).not.toMatch(ofTheExam);
  await page.getByRole("tab", { name: "Result" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Marking not finished" }));
  await waitUntilShown(page.getByText("No marks lost yet", { exact: true }));
  expect(await page.getByRole("main").innerText()).not.toMatch(ofTheExam);
  await waitUntilShown(page.getByText("not marked yet", { exact: true }));
  const second = page.getByRole("list", { name: "Marks lost in dialogue 2" });
  expect(await second.getByText("not marked yet").count()).toBe(2);
  await waitUntilShown(page.getByText("You can compare markings when this marking and another one are complete."));
});
