import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { submitForm, waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedMarkedExams, seedMarking } from "./support/marked-exams.ts";
import { findOverflowingElements } from "./support/overflowing-elements.ts";
import { signInElsewhere } from "./support/sign-in-elsewhere.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const card = (page: Page) => page.getByRole("region", { name: "Mock exams" });
const line = (page: Page, text: string | RegExp) => card(page).getByRole("listitem").filter({ hasText: text });

test("shows on Home the last result and the exam attempts that need marking", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await waitUntilShown(card(page).getByText("No mock exam results to show."));
  expect(await card(page).getByRole("link").allInnerTexts()).toEqual(["See how a mock exam works"]);
  await expectAccessibleInEveryAppearance(page);

  const [, passed, begun] = await seedMarkedExams(appUrl, learner, [
    { at: "2026-01-05T12:00:00.000Z", marked: 6, lost: [16.5, 5] },
    { at: "2026-01-06T12:00:00.000Z", marked: 6, lost: [10, 4.5] },
    { at: "2026-01-07T12:00:00.000Z", marked: 2, lost: [1, 0] },
  ]);
  const at = "2026-01-08T12:00:00.000Z";
  const dialogues = [exampleDialogue("example-1", [interpretedSegment(3)])];
  const unmarked = await createExamAttempt(appUrl, learner, dialogues, { started_at: at, ended_at: at });
  await page.reload();
  await waitUntilShown(card(page).getByText("75.5 of 90, pass, Jan 6"));
  expect(await card(page).getByRole("link", { name: "See the result" }).getAttribute("href")).toContain(
    `/exam/${passed?.attempt_id}?marking=`,
  );
  await waitUntilShown(line(page, "Jan 8").getByText("Not marked yet"));
  expect(await line(page, "Jan 8").getByRole("link", { name: "Mark exam" }).getAttribute("href")).toBe(
    `/exam/${unmarked.attempt_id}`,
  );
  await waitUntilShown(line(page, "Jan 7").getByText("2 of 6 segments marked"));
  expect(await line(page, "Jan 7").getByRole("link", { name: "Continue marking" }).getAttribute("href")).toBe(
    `/exam/${begun?.attempt_id}`,
  );
  const weakest = line(page, /marks?$/).or(line(page, /: .*marks/));
  await waitUntilShown(weakest.first());
  expect(await weakest.locator("p").allInnerTexts()).toEqual([
    expect.stringMatching(/^Segment 1, Seeing a doctor about a cough: 10\smarks$/),
    expect.stringMatching(/^Segment 1, Applying to rent a flat: 4.5\smarks$/),
  ]);
  await expectAccessibleInEveryAppearance(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findOverflowingElements(page)).toEqual([]);
  await weakest
    .first()
    .getByRole("link", { name: /^Practise/ })
    .click();
  await waitUntilShown(page.getByText("Segment 1/10", { exact: true }));
});

test("for a paid dialogue, Home links a free learner to the marking, and the exam result offers no practice", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  // A learner without a paid plan can have a language, for example after the end of a plan.
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const body = JSON.stringify({ language_preference: "nepali" });
  expect((await fetch(`${apiUrl}/profile`, { method: "PATCH", headers, body })).status).toBe(200);
  const three = [interpretedSegment(3), interpretedSegment(3), interpretedSegment(3)];
  const attempt = await createExamAttempt(appUrl, learner, [
    { ...exampleDialogue("example-1", three), scenario_id: "legal-1", topic_id: "legal" },
    exampleDialogue("example-2", three),
  ]);
  const marked = [0, 1].flatMap((dialogue) => [0, 1, 2].map((segment) => ({ dialogue, segment })));
  const notes = [
    { segment: 2, deduction: 3 },
    { dialogue: 1, segment: 0, deduction: 2 },
  ];
  await seedMarking(appUrl, learner, attempt, { marked, notes });
  await page.goto(appUrl);
  const sheetLink = line(page, "Segment 3").getByRole("link", { name: /^See the marking/ });
  await waitUntilShown(sheetLink);
  await waitUntilShown(line(page, "Segment 1").getByRole("link", { name: /^Practise/ }));
  await card(page).getByRole("link", { name: "See the result" }).click();
  await waitUntilShown(page.getByRole("link", { name: /^Practise segment 1 of/ }));
  await waitUntilShown(page.getByText("To practise it, you need a paid plan."));
  expect(await page.getByRole("link", { name: /^Practise segment/ }).count()).toBe(1);
  await expectAccessibleInEveryAppearance(page);

  await page.goto(appUrl);
  await sheetLink.click();
  await waitUntilShown(page.getByRole("heading", { name: "Segment 3 of 3" }));
  expect(await page.getByRole("tab", { name: "Marking sheet" }).getAttribute("aria-selected")).toBe("true");
});

test("the links to an exam result open the marking, even if another person marked the exam", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [
    { ...exampleDialogue("example-1", [interpretedSegment(3)]), scenario_id: "legal-1", topic_id: "legal" },
  ]);
  const marked = [{ dialogue: 0, segment: 0 }];
  const notes = [{ deduction: 3, remark: "The dose is missing" }];
  await seedMarking(appUrl, learner, attempt, { marker: "Maya", marked, notes });
  const isOpen = () =>
    waitUntilShown(page.getByRole("button", { name: /^Maya/, pressed: true })).then(() =>
      page.getByRole("tab", { name: "Result" }).getAttribute("aria-selected"),
    );

  await page.goto(appUrl);
  await card(page).getByRole("link", { name: "See the result" }).click();
  expect(await isOpen()).toBe("true");
  await page.goto(appUrl);
  await line(page, "Segment 1")
    .getByRole("link", { name: /^See the marking/ })
    .click();
  expect(await isOpen()).toBe("true");
  await page.goto(`${appUrl}/exam`);
  await page.getByRole("link", { name: "See the result" }).click();
  expect(await isOpen()).toBe("true");
});

test("shows the last known exams on Home if the exams cannot be fetched", async () => {
  const { page } = await openPage({ viewport: { width: 1280, height: 1400 } });
  const learner = newLearner();
  const { email, password } = learner;
  await signUpFree(await openPage().then((other) => other.page), appUrl, learner);
  // If a page load starts at Home, one request fetches the account and the exams. After the profile, Home fetches the
  // exams separately.
  await page.goto(`${appUrl}/profile`);
  await submitForm(page, "Log in", { email, password });
  await waitForHeading(page, "Profile Settings");
  const gate = Promise.withResolvers<void>();
  await page.route("**/exam-attempts", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Parlance" }).click();
  await waitUntilShown(card(page).getByRole("status").getByText("Loading your mock exams…"));
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main > *, main li, .site-footer")].map((each) =>
        Math.round(each.getBoundingClientRect().top),
      ),
    );
  await waitUntilShown(page.getByText("3 dialogues"));
  await waitUntilShown(page.getByText("Example · 2 min").first());
  // Home shows no primary action before the list of exams has loaded, because an exam may have precedence.
  expect(await page.getByRole("link", { name: "Start", exact: true }).count()).toBe(0);
  const before = await tops();
  gate.resolve();
  await waitUntilShown(card(page).getByText("No mock exam results to show."));
  await waitUntilShown(page.getByText("Example · 10 segments"));
  expect(await tops()).toEqual(before);
  await page.unroute("**/exam-attempts");

  await seedMarkedExams(appUrl, learner, [{ at: "2026-01-06T12:00:00.000Z", marked: 6, lost: [10, 4.5] }]);
  await page.reload();
  await waitUntilShown(line(page, "Segment 1, Seeing a doctor"));
  const exams = /\/(home|exam-attempts)(\?.*)?$/;
  await page.route(exams, (route) => route.abort());
  await page.reload();
  await waitUntilShown(card(page).getByText("75.5 of 90, pass, Jan 6"));
  await waitUntilShown(line(page, "Segment 1, Seeing a doctor"));
  await waitUntilShown(card(page).getByText("Some of your mock exams may be missing."));
  await expectAccessibleInEveryAppearance(page);
  await page.unroute(exams);
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => card(page).getByText("Some of your mock exams may be missing.").count()).toBe(0);
});
