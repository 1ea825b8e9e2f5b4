import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { deleteAttemptElsewhere, seedMarkedExams, seedRunningExam } from "./support/marked-exams.ts";
import { createSubscriber } from "./support/payments.ts";
import { loadStoredRecordings } from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const mocks = (page: Page) => page.getByRole("region", { name: "Your mock exams" });
const line = (page: Page, day: string) =>
  mocks(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: day }) });
const days = (page: Page) => mocks(page).getByRole("heading", { level: 3 }).allTextContents();

test("lists exam attempts, and removes an attempt that another device deletes", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.getByRole("link", { name: "Mock exam", exact: true }).click();
  await waitUntilShown(page.getByRole("heading", { level: 1, name: "Mock exam" }));
  await waitUntilShown(mocks(page).getByText("No past mock exams to show."));
  await waitUntilShown(page.getByText(/Without a paid plan, Parlance chooses from the free examples/));
  expect(await page.getByRole("link", { name: "Start a mock exam" }).getAttribute("href")).toBe("/exam/run");
  await expectAccessibleInEveryAppearance(page);

  // A pass requires 63 of 90 marks, and at least 29 marks in each dialogue.
  const [, , unmarked] = await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [16.5, 5] },
    { at: "2026-01-06T12:00:00.000Z", marked: 6, lost: [10, 4.5] },
    { at: "2026-01-07T12:00:00.000Z", marked: 2, lost: [1, 0] },
  ]);
  await page.goto(appUrl);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Mock exam" }).click();
  await waitUntilShown(line(page, "Jan 6"));
  expect(await days(page)).toEqual(["Jan 7", "Jan 6", "Jan 5"]);
  await waitUntilShown(line(page, "Jan 7").getByText("2 of 6 segments marked"));
  await waitUntilShown(line(page, "Jan 7").getByRole("link", { name: "Continue marking" }));
  await waitUntilShown(line(page, "Jan 6").getByText("75.5 of 90"));
  await waitUntilShown(line(page, "Jan 6").getByText("Pass", { exact: true }));
  await waitUntilShown(line(page, "Jan 5").getByText("68.5 of 90"));
  await waitUntilShown(line(page, "Jan 5").getByText("Fail", { exact: true }));
  expect(await mocks(page).getByRole("figure").getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^68\.5\s*, fail,\s*Jan 5$/),
    expect.stringMatching(/^75\.5\s*, pass,\s*Jan 6$/),
  ]);
  await expectAccessibleInEveryAppearance(page);

  if (unmarked) await deleteAttemptElsewhere(appUrl, learner, unmarked);
  await expect.poll(() => days(page)).toEqual(["Jan 6", "Jan 5"]);
});

test("fills only the bar of a passed exam attempt, also in forced colours", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [16.5, 5] },
    { at: "2026-01-06T12:00:00.000Z", marked: 6, lost: [10, 4.5] },
    { at: "2026-01-07T12:00:00.000Z", marked: 6, lost: [16.5, 6] },
  ]);
  await page.goto(`${appUrl}/exam`);
  const bars = mocks(page).getByRole("figure").getByRole("listitem");
  await waitUntilShown(bars.nth(2));
  const filled = (bar: Element) => {
    const { backgroundColor, borderTopColor } = getComputedStyle(bar, "::after");
    return backgroundColor === borderTopColor;
  };
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    const found = [0, 1, 2].map((nth) => bars.nth(nth).evaluate(filled));
    expect(await Promise.all(found), forcedColors).toEqual([false, true, false]);
  }
});

test("hides a deleted exam attempt, and repeats the deletion until the server accepts it", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 0, lost: [0, 0] },
    { at: "2026-01-06T12:00:00.000Z", marked: 0, lost: [0, 0] },
  ]);
  await page.goto(`${appUrl}/exam`);
  const isDeletion = (method: string) => method === "DELETE";
  await page.route("**/exam-attempts/*", (route) =>
    isDeletion(route.request().method()) ? route.abort() : route.continue(),
  );
  const failed = page.waitForEvent("requestfailed", (request) => isDeletion(request.method()));
  await line(page, "Jan 5").getByRole("button", { name: "Delete" }).click();
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await waitUntilShown(page.getByText("Mock exam deleted."));
  await failed;
  expect(await days(page)).toEqual(["Jan 6"]);
  const failedAgain = page.waitForEvent("requestfailed", (request) => isDeletion(request.method()));
  await page.reload();
  await waitUntilShown(line(page, "Jan 6"));
  await failedAgain;
  expect(await days(page)).toEqual(["Jan 6"]);
  await page.unroute("**/exam-attempts/*");
  const sent = page.waitForResponse((response) => isDeletion(response.request().method()));
  await page.evaluate(() => dispatchEvent(new Event("online")));
  expect((await sent).status()).toBe(200);
  await page.reload();
  await waitUntilShown(line(page, "Jan 6"));
  expect(await days(page)).toEqual(["Jan 6"]);
});

test("reports too few dialogues for an exam", async () => {
  const { page } = await openPage();
  const headers = { "access-control-allow-origin": appUrl };
  // The route must exist before the first request, because a browser could cache the pack's own file.
  await page.route("**/nepali/example/metadata.json*", (route) =>
    route.fulfill({ json: [{ id: "example-1", scenario: "Seeing a doctor about a cough" }], headers }),
  );
  await page.route("**/exam-attempts", (route) => route.abort());
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/exam`);
  const tooFew = page.getByRole("region", { name: "Too few dialogues for a mock exam" });
  await waitUntilShown(tooFew.getByText("NAATI CCL needs 2 dialogues. There is 1 among the examples."));
  expect(await page.getByRole("link", { name: "Start a mock exam" }).count()).toBe(0);
  const trouble = page.getByRole("alert").filter({ hasText: "Some of your mock exams may be missing" });
  await waitUntilShown(trouble);
  await expectAccessibleInEveryAppearance(page);
  await page.unroute("**/exam-attempts");
  await trouble.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => trouble.count()).toBe(0);
});

test("does not say that two free examples share a topic", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/exam/run`);
  await waitUntilShown(page.getByRole("heading", { name: "Before you start" }));
  expect(await page.getByText(/share a topic/).count()).toBe(0);
});

test("prepares an exam after “Try again” has loaded the topics that failed to load", async () => {
  const { page } = await openPage();
  // The route must exist before the first visit, because the visit would cache the lists.
  const ofTopics = /\/nepali\/[a-z-]+\/metadata\.json/;
  await page.route(ofTopics, (route) =>
    route.request().url().includes("/legal/")
      ? route.fulfill({ json: [], headers: { "access-control-allow-origin": appUrl } })
      : route.abort(),
  );
  await createSubscriber(page, appUrl, "Plus");
  await page.goto(`${appUrl}/exam/run`);
  await waitUntilShown(page.getByRole("heading", { name: "Some dialogues could not be loaded" }));
  await page.unroute(ofTopics);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Before you start" }));
});

test("asks before a second exam starts while an exam runs in another browser", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/exam/run`);
  const ready = page.getByRole("heading", { name: "Before you start" });
  await waitUntilShown(ready);
  const dialogues = ["example-1", "example-2"].map((id) => exampleDialogue(id, [null, null]));
  await createExamAttempt(appUrl, learner, dialogues, {
    ...{ outcome: "running", revision: 1, started_at: new Date().toISOString(), ended_at: undefined },
  });
  const question = page.getByRole("heading", { name: "Another mock exam may not be finished" });
  await waitUntilShown(question);
  await waitUntilShown(page.getByText("You started it today."));
  await waitUntilShown(page.getByText(/Or start a new exam here\./));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Start a new exam" }).click();
  await waitUntilShown(ready);
  await page.goto(`${appUrl}/exam`);
  const interrupted = line(page, "Today").filter({ hasText: "May not be finished" });
  await interrupted.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await waitUntilShown(page.getByText("Mock exam deleted."));
  await page.getByRole("link", { name: "Start a mock exam" }).click();
  await waitUntilShown(ready);
});

test("deletes only the recordings of an exam attempt that another device deleted", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const [one, other] = await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 0, lost: [0, 0] },
    { at: "2026-01-06T12:00:00.000Z", marked: 0, lost: [0, 0] },
  ]);
  if (!one || !other) throw new Error("Fewer than two exam attempts were created");
  const unknown = { ...other, attempt_id: crypto.randomUUID() };
  for (const attempt of [one, other, unknown]) await seedRecordings(page, attempt);
  const said = async () => {
    const recordings = await loadStoredRecordings(page, "parlance-mocks");
    return [...new Set(recordings.map(({ mock }) => mock?.attemptId))];
  };
  await page.goto(`${appUrl}/exam`);
  await waitUntilShown(line(page, "Jan 6"));
  expect(await said()).toEqual([one, other, unknown].map(({ attempt_id }) => attempt_id));
  await deleteAttemptElsewhere(appUrl, learner, one);
  await expect.poll(said).toEqual([other.attempt_id, unknown.attempt_id]);
  // The app learns of this deletion from the list of exams.
  await page.goto("about:blank");
  await deleteAttemptElsewhere(appUrl, learner, other);
  await page.goto(`${appUrl}/exam`);
  await expect.poll(said).toEqual([unknown.attempt_id]);
});

test("reports that another device deleted an exam attempt with unsent marks", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const [sat] = await seedMarkedExams(appUrl, learner, [{ at: "2026-01-05T12:00:00.000Z", marked: 0, lost: [0, 0] }]);
  if (!sat) throw new Error("No exam attempt was created");
  await seedRecordings(page, sat);
  await page.goto(`${appUrl}/exam/${sat.attempt_id}`);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await context.setOffline(true);
  await page.getByRole("button", { name: "All correct" }).click();
  await deleteAttemptElsewhere(appUrl, learner, sat);
  await context.setOffline(false);
  await waitUntilShown(page.getByText("Mock Exam Deleted").first());
  await waitUntilShown(page.getByText(/was deleted\. Your unsent changes to it are lost\.$/).first());
});

test("offers to continue an interrupted exam, but offers no new exam", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const [sat] = await seedMarkedExams(appUrl, learner, [{ at: "2026-01-05T12:00:00.000Z", marked: 0, lost: [0, 0] }]);
  await page.goto(`${appUrl}/exam`);
  await waitUntilShown(line(page, "Jan 5"));
  if (!sat) throw new Error("No exam attempt was created");
  const [first, second] = sat.dialogues;
  if (!first || !second) throw new Error("The exam attempt has fewer than two dialogues");
  await seedRunningExam(page, { ...sat, dialogues: [first, { ...second, segments: [null, null, null] }] });
  await page.goto(appUrl);
  const lead = page.getByRole("region", { name: "Your mock exam is not finished" });
  await waitUntilShown(lead.getByText("Started on Jan 5 · 3 of 6 segments heard"));
  expect(await lead.getByRole("link", { name: "Continue exam" }).getAttribute("href")).toBe("/exam/run");
  const card = page.getByRole("region", { name: "Mock exams" });
  await waitUntilShown(
    card.getByText("Your mock exam is not finished. You started it on Jan 5 and reached 3 of 6 segments."),
  );
  expect(await card.getByRole("link", { name: "Continue the exam" }).getAttribute("href")).toBe("/exam/run");
  await expectAccessibleInEveryAppearance(page);
  await page.goto(`${appUrl}/exam`);
  await page.reload();
  await waitUntilShown(
    page.getByRole("region", { name: "Your mock exam is not finished" }).getByText(/and reached 3 of 6 segments/),
  );
  expect(await page.getByRole("link", { name: "Continue the exam" }).getAttribute("href")).toBe("/exam/run");
  expect(await page.getByRole("link", { name: "Start a mock exam" }).count()).toBe(0);
  expect(await days(page)).toEqual(["Jan 5"]);
});
