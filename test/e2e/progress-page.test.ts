import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { dateOfStudyDay, studyDay } from "../../domain/study/study-day.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedMarkedExams } from "./support/marked-exams.ts";
import { seedPractice } from "./support/seed-practice.ts";
import { recordedFacts, reviewFacts, seedStudyFacts } from "./support/seed-study-facts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const longDay = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
const dayName = (day: number) => longDay.format(dateOfStudyDay(day));
const section = (page: Page, name: string) => page.getByRole("region", { name });
const agoIso = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
const missed = (kind: "number" | "name", sign: string) => ({ kind, sign });

async function openProgress(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Progress" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Progress", level: 1 }));
}

test("invites a new learner to choose a dialogue", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openProgress(page);
  expect(await page.title()).toBe("Progress · Parlance");
  await waitUntilShown(page.getByText("Practise a dialogue or take a mock exam to see your progress here."));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("link", { name: "Choose a dialogue" }).click();
  await waitUntilShown(page.getByText("3 dialogues"));
});

test("counts practice that has no speech figures, and explains the empty sections", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await seedPractice(appUrl, learner, [
    { language: "nepali", scenarioId: "example-1", done: 10, of: 10, at: agoIso(8), finished: true },
    { language: "nepali", scenarioId: "example-2", done: 2, of: 12, at: agoIso(9) },
  ]);
  await page.goto(`${appUrl}/progress`);
  const days = section(page, "Days of practice");
  await waitUntilShown(days.getByRole("button", { name: `${dayName(studyDay(new Date()) - 8)}: practised` }));
  await waitUntilShown(days.getByRole("button", { name: `${dayName(studyDay(new Date()) - 10)}: no practice saved` }));
  await waitUntilShown(section(page, "How you speak").getByText("Record an attempt to see"));
  await waitUntilShown(section(page, "Hardest segments").getByText("Rate your attempts"));
  await waitUntilShown(
    section(page, "Missed units").getByText(
      "No lists of missed units in the last four weeks. Save what you missed when you rate an attempt, or mark the units of a mock exam.",
    ),
  );
  await waitUntilShown(section(page, "Mock exams").getByText("Finish and mark a mock exam"));
  await waitUntilShown(section(page, "Dialogues by topic").getByText("1 of 3 completed, 1 started"));
  await expectAccessibleInEveryAppearance(page);
});

test("shows speech figures, the hardest segments, missed units and mock exams", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const today = studyDay(new Date());
  await seedStudyFacts(appUrl, learner, [
    recordedFacts(today, 0, { seconds: 120, first_word_seconds: 1.4, silence_seconds: 12 }),
    recordedFacts(today, 28, { seconds: 300, first_word_seconds: 2.1, silence_seconds: 60 }),
    reviewFacts(
      today,
      0,
      { scenarioId: "example-1", number: 3 },
      {
        rating: "again",
        missed: [missed("number", "0000000a"), missed("name", "0000000b")],
      },
    ),
    reviewFacts(today, 1, { scenarioId: "example-2", number: 2 }, { rating: "hard" }),
    reviewFacts(
      today,
      30,
      { scenarioId: "example-2", number: 4 },
      {
        rating: "hard",
        missed: [missed("number", "0000000c"), missed("number", "0000000d")],
      },
    ),
  ]);
  await seedMarkedExams(appUrl, learner, [
    { at: agoIso(3), marked: 6, lost: [10, 10] },
    { at: agoIso(2), marked: 6, lost: [20, 20] },
  ]);
  await page.goto(`${appUrl}/progress`);
  await waitUntilShown(page.getByText(/^This week: \d days?, 2\smin recorded\.$/));

  const speech = section(page, "How you speak");
  await waitUntilShown(speech.getByText(/^First word after 1\.4\ss this week, 2\.1\ss four weeks ago\.$/));
  await waitUntilShown(speech.getByText("Silence: 10% this week, 20% four weeks ago."));

  const hardest = section(page, "Hardest segments").getByRole("listitem");
  await expect.poll(() => hardest.count()).toBe(3);
  expect(await hardest.nth(0).innerText()).toContain("Again once, 2 misses");
  expect(await hardest.nth(1).innerText()).toContain("Hard once, 2 misses");

  const units = section(page, "Missed units").getByRole("listitem");
  // Today's review has one missed number. The review of 30 days ago has two.
  expect(await units.allInnerTexts()).toEqual([
    expect.stringMatching(/^Numbers\s+1\s+fewer than before$/),
    expect.stringMatching(/^Names\s+1\s+more than before$/),
  ]);

  const exams = section(page, "Mock exams").getByRole("listitem");
  // An exam has 90 marks, and a pass requires 63. The learner lost 20 marks in one exam, and 40 in the other.
  await waitUntilShown(exams.filter({ hasText: "70, pass" }));
  await waitUntilShown(exams.filter({ hasText: "50, fail" }));
  await expectAccessibleInEveryAppearance(page);

  await hardest
    .nth(0)
    .getByRole("link", { name: /, segment 3$/ })
    .click();
  await expect.poll(() => page.url()).toBe(`${appUrl}/topic/example-1?segment=3`);
  await waitUntilShown(page.getByText("Segment 3/10"));
});

test("moves through the calendar by keyboard, and shows the weeks as a table", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const today = studyDay(new Date());
  await seedStudyFacts(appUrl, learner, [
    recordedFacts(today, 0, { seconds: 120 }),
    recordedFacts(today, 1, { seconds: 900 }),
    recordedFacts(today, 7, { seconds: 360 }),
  ]);
  await page.goto(`${appUrl}/progress`);
  const days = section(page, "Days of practice");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const present = days.getByRole("button", { name: `${dayName(today)}, today: 2 min recorded` });
  await waitUntilShown(present);
  expect(await present.getAttribute("aria-current")).toBe("date");
  // The arrow keys reach the other days.
  expect(await days.locator("button[tabindex='0']").count()).toBe(1);
  await present.focus();
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toMatch(new RegExp(`^${dayName(today - 1)}: 15\\smin recorded$`));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toMatch(new RegExp(`^${dayName(today - 7)}: 6\\smin recorded$`));
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toMatch(new RegExp(`^${dayName(today)}, today`));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  const first = await focused();
  expect(first).toMatch(/^Monday, /);
  await waitUntilShown(days.getByText(first ?? "", { exact: true }));

  await days.getByText("Show as a table").focus();
  await page.keyboard.press("Enter");
  const weeks = days.getByRole("table").last().getByRole("row");
  await expect.poll(() => weeks.count()).toBe(13);
  await waitUntilShown(weeks.filter({ hasText: /min$/ }).first());
  await expectAccessibleInEveryAppearance(page);
});

test("shows today's recorded minutes and a warning while the server's progress cannot be fetched", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const today = studyDay(new Date());
  await seedStudyFacts(appUrl, learner, [recordedFacts(today, 0, { seconds: 120 })]);
  await seedPractice(appUrl, learner, [
    { language: "nepali", scenarioId: "example-2", done: 2, of: 12, at: agoIso(9) },
  ]);
  await page.reload();
  await openProgress(page);
  await waitUntilShown(page.getByRole("button", { name: `${dayName(today)}, today: 2 min recorded` }));
  await page.route(/\/(progress|completed-scenarios)(\?.*)?$/, (route) =>
    route.request().resourceType() === "document" ? route.continue() : route.abort(),
  );
  // Removes the device's copy of the progress.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("cache_")) localStorage.removeItem(key);
  });
  await page.reload();
  await waitUntilShown(page.getByRole("alert").getByText("Some of your progress may be missing here."));
  await waitUntilShown(page.getByRole("button", { name: `${dayName(today)}, today: 2 min recorded` }));
  await waitUntilShown(page.getByRole("button", { name: `${dayName(today - 9)}: no practice saved` }));
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await waitUntilShown(page.getByRole("button", { name: `${dayName(today - 9)}: practised` }));
  expect(await page.getByRole("alert").count()).toBe(0);
});
