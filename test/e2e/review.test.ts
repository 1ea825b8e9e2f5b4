import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { unitFingerprint } from "../../domain/exam/exam-marking.ts";
import type { MissedUnit, SegmentRef, StudyChange } from "../../domain/study/study-change.ts";
import { studyDay } from "../../domain/study/study-day.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { controlStorage, setStorage } from "./support/control-storage.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, waitForRecordedSeconds } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { fetchStudyChanges, loadReviews, reviewsIn, seedStudy } from "./support/study.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const panel = (page: Page) => page.getByRole("region", { name: "What did you miss?" });
const left = (page: Page, text: string) => waitUntilShown(page.getByText(text, { exact: true }));

const segment = (scenario_id: string, number: number): SegmentRef => ({
  ...{ language: "nepali", scenario_id, segment_id: `segment-${number}` },
});

/** After this rating, the segment is due. */
function ratedAgain(of: SegmentRef, missed: MissedUnit[] = [], daysAgo = 3): StudyChange {
  const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
  return {
    ...{ type: "review", id: crypto.randomUUID(), changed_at: at.toISOString() },
    review: { item: { kind: "segment", ...of }, day: studyDay(at), rating: "again", missed, source: "practice" },
  };
}

const missedDate: MissedUnit = {
  kind: "number",
  sign: unitFingerprint({ kind: "number", original: "करिब तीन हप्ताअघि", translation: "about three weeks ago" }),
};

async function openReview(page: Page, learner: NewLearner, changes: readonly StudyChange[]): Promise<void> {
  await shortenAudio(page, 1);
  await signUpFree(page, appUrl, learner);
  if (changes.length > 0) await seedStudy(appUrl, learner, changes);
  await page.goto(`${appUrl}/review`);
}

/** Also plays the reference, so that the checklist appears. */
async function interpret(page: Page): Promise<void> {
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  expect(await panel(page).count()).toBe(0);
  await finishAttempt(page);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page));
}

const saved = (page: Page) =>
  waitUntilShown(
    panel(page)
      .getByRole("status")
      .getByText(/^Rated: /),
  );

test("shows the due segments of two dialogues in one review", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && request.url().includes("/content-grants")) calls.push(request.url());
  });
  const changes = [ratedAgain(segment("example-1", 2), [missedDate], 4), ratedAgain(segment("example-2", 1))];
  await openReview(page, learner, changes);
  await waitUntilShown(page.getByText("2 to review today."));
  await expectAccessibleInEveryAppearance(page);
  await button(page, "Start review").click();
  await left(page, "2 of 2 left");
  await interpret(page);
  const units = panel(page).getByRole("listitem");
  expect(await units.nth(0).textContent()).toContain("missed before");
  expect(await units.filter({ hasText: "missed before" }).count()).toBe(1);
  await expectAccessibleInEveryAppearance(page);
  await waitUntilShown(button(page, "Skip"));
  await page.keyboard.press("c");
  await saved(page);
  await page.keyboard.press("n");

  await left(page, "1 of 2 left");
  await interpret(page);
  await page.keyboard.press("e");
  await saved(page);
  await button(page, "Finish").click();
  await waitUntilShown(heading(page, "Done for today"));
  await waitUntilShown(page.getByText("You did 2 reviews: 1 Good, 1 Easy."));
  const done = (await loadReviews(page)).filter(({ source }) => source === "review");
  expect(done.map(({ item, rating }) => item.kind === "segment" && `${item.scenario_id} ${rating}`).toSorted()).toEqual(
    ["example-1 good", "example-2 easy"],
  );
  expect(calls.length, "requests for grants for both dialogues").toBe(1);
  await expectAccessibleInEveryAppearance(page);
});

test("shows a segment once more if the learner rated the segment “Again”", async () => {
  const { page } = await openPage();
  await openReview(page, newLearner(), [ratedAgain(segment("example-1", 1))]);
  await button(page, "Start review").click();
  await interpret(page);
  await page.keyboard.press("x");
  await saved(page);
  await left(page, "2 of 2 left");
  await page.keyboard.press("n");
  await left(page, "Once more, because you rated it Again.");
  await interpret(page);
  await page.keyboard.press("k");
  await saved(page);
  await page.keyboard.press("n");
  await waitUntilShown(page.getByText("You did 1 review: 1 Again."));
  await waitUntilShown(page.getByText(/^1 review is due (tomorrow|on \w+, \w+ \d+)\.$/));
});

test("saves a rating if the learner ends the review early", async () => {
  const { page, context } = await openPage();
  const all = [1, 2, 3].map((number) => ratedAgain(segment("example-1", number)));
  await openReview(page, newLearner(), all);
  await waitUntilShown(page.getByText("3 to review today."));
  const other = await context.newPage();
  await shortenAudio(other, 1);
  await other.goto(`${appUrl}/review`);
  await waitUntilShown(other.getByText("3 to review today."));
  await button(page, "Start review").click();
  await interpret(page);
  await page.keyboard.press("c");
  await saved(page);
  await button(page, "End review").click();
  await waitUntilShown(page.getByText("2 to review. You have done 1 today."));
  await waitUntilShown(other.getByText("2 to review. You have done 1 today."));
  await page.reload();
  await waitUntilShown(button(page, "Continue review"));

  // `other` reviews the segment that would be next in `page`, so `page` omits that segment.
  await button(page, "Continue review").click();
  await left(page, "2 of 2 left");
  await button(other, "Continue review").click();
  await button(other, "Skip").click();
  await left(other, "1 of 2 left");
  await interpret(other);
  await other.keyboard.press("c");
  await saved(other);
  await page.bringToFront();
  await interpret(page);
  await page.keyboard.press("c");
  await saved(page);
  await button(page, "Finish").click();
  await waitUntilShown(page.getByText("You did 3 reviews: 3 Good."));
});

test("does not log out if the learner chooses to stay during a recording", async () => {
  const { page } = await openPage();
  await openReview(page, newLearner(), [ratedAgain(segment("example-1", 1))]);
  await button(page, "Start review").click();
  await listenUntilRecording(page);
  await waitForRecordedSeconds(page, 0.5);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const question = page.getByRole("dialog", { name: "Leave while recording?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await finishAttempt(page);
  await page.keyboard.press("t");
  await waitUntilShown(panel(page));
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("asks before the next entry removes a recording that is not stored", async () => {
  const { page } = await openPage();
  await controlStorage(page);
  const changes = [ratedAgain(segment("example-1", 1)), ratedAgain(segment("example-1", 2))];
  await openReview(page, newLearner(), changes);
  await button(page, "Start review").click();
  await setStorage(page, "full");
  await interpret(page);
  const question = page.getByRole("dialog", { name: "Leave without your recording?" });
  await button(page, "Skip").click();
  await waitUntilShown(
    question.getByText("1 recording is not fully stored. To keep it, download it before you leave."),
  );
  await question.getByRole("button", { name: "Stay" }).click();
  await left(page, "2 of 2 left");
  await button(page, "End review").click();
  await question.getByRole("button", { name: "Stay" }).click();
  await button(page, "Skip").click();
  await question.getByRole("button", { name: "Leave" }).click();
  await left(page, "1 of 2 left");
  await page.waitForFunction(() => document.querySelector("dialog, [role=dialog]") === null);
});

test("stores an offline rating on the server exactly once", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  await openReview(page, learner, [ratedAgain(segment("example-1", 1))]);
  await button(page, "Start review").click();
  await interpret(page);
  await context.setOffline(true);
  await page.keyboard.press("h");
  await saved(page);
  await button(page, "Finish").click();
  await waitUntilShown(page.getByText("You did 1 review: 1 Hard."));
  const sent = async () =>
    reviewsIn(await fetchStudyChanges(appUrl, learner)).filter((each) => each.source === "review");
  expect(await sent()).toEqual([]);
  await context.setOffline(false);
  await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1);
  await page.reload();
  await waitUntilShown(page.getByText("You did 1 review: 1 Hard."));
  expect(await sent()).toHaveLength(1);
});

test("skips unavailable segments, and reports how many were left out", async () => {
  const { page } = await openPage();
  const gone = [segment("example-1", 60), segment("health-1", 1)].map((each) => ratedAgain(each));
  await openReview(page, newLearner(), [...gone, ratedAgain(segment("example-2", 1), [], 1)]);
  await waitUntilShown(page.getByText("2 to review today."));
  await waitUntilShown(page.getByText("1 segment was left out: it is not available, or needs a paid plan."));
  await button(page, "Start review").click();
  await left(page, "1 of 2 left");
  await interpret(page);
  await page.keyboard.press("c");
  await saved(page);
  await page.keyboard.press("n");
  await waitUntilShown(page.getByText("You did 1 review: 1 Good."));
  await waitUntilShown(page.getByText("2 segments were left out: they are not available, or need a paid plan."));
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: /^Welcome/ }));
  await waitUntilShown(page.getByRole("link", { name: "Start", exact: true }));
  expect(await page.getByRole("link", { name: /to review/ }).count()).toBe(0);
  await page.goto(`${appUrl}/review`);
  await waitUntilShown(page.getByText("2 segments were left out: they are not available, or need a paid plan."));
  expect(await button(page, "Start review").count()).toBe(0);
});

test("offers more reviews after the daily limit", async () => {
  const { page } = await openPage();
  const now = new Date();
  const done = [1, 2, 3, 4, 5].map((number): StudyChange => {
    const item = { kind: "segment", ...segment("example-1", number) } as const;
    const review = { item, day: studyDay(now), rating: "good", source: "review" } as const;
    return { type: "review", id: crypto.randomUUID(), changed_at: now.toISOString(), review };
  });
  const limit = { name: "reviews_per_day", value: 5 } as const;
  const setting: StudyChange = { type: "setting", changed_at: now.toISOString(), setting: limit };
  await openReview(page, newLearner(), [...done, setting, ratedAgain(segment("example-2", 1))]);
  await waitUntilShown(heading(page, "Done for today"));
  await waitUntilShown(page.getByText("You did 5 reviews: 5 Good."));
  await button(page, "Review more").click();
  await left(page, "1 of 1 left");
  await interpret(page);
  await page.keyboard.press("c");
  await saved(page);
  await page.keyboard.press("n");
  await waitUntilShown(page.getByText("You did 6 reviews: 6 Good."));
  expect(await button(page, "Review more").count()).toBe(0);
});

test("reviews a new term by keys, and shows its English only on request", async () => {
  const { page } = await openPage();
  const at = new Date(Date.now() - 60_000).toISOString();
  const term = { language: "nepali", english: "fever", translation: "ज्वरो", sentence: "", note: "" } as const;
  const facts = { topic_id: null, segment: null, created_at: at };
  const id = crypto.randomUUID();
  await openReview(page, newLearner(), [{ type: "term", id, changed_at: at, term: { ...term, ...facts } }]);
  await button(page, "Start review").click();
  await waitUntilShown(page.getByText("ज्वरो"));
  expect(await page.getByText("fever").count()).toBe(0);
  await page.keyboard.press("k");
  await page.keyboard.press("s");
  await waitUntilShown(page.getByText("fever"));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("k");
  await waitUntilShown(page.getByText("Rated: Good."));
  await page.keyboard.press("n");
  await waitUntilShown(page.getByText("You did 1 review: 1 Good."));
  expect(await loadReviews(page)).toMatchObject([
    { item: { kind: "term", term_id: id, direction: "to-english" }, rating: "good", source: "review" },
  ]);
});

test("explains how to start if no review is due now or later, and changes the daily limit", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await openReview(page, learner, []);
  await waitUntilShown(heading(page, "Nothing to review today"));
  await waitUntilShown(
    page.getByText("Rate segments in practice or add terms to your glossary. You can review them here later."),
  );
  await expectAccessibleInEveryAppearance(page);
  await seedStudy(
    appUrl,
    learner,
    [1, 2, 3, 4, 5, 6].map((number) => ratedAgain(segment("example-1", number))),
  );
  await page.reload();
  await waitUntilShown(page.getByText("6 to review today."));
  await page.getByText("Review settings").click();
  await page.getByLabel("Reviews a day").fill("4");
  await waitUntilShown(page.getByText("Choose a whole number from 5 to 200."));
  await page.getByLabel("Reviews a day").fill("5");
  await page.getByLabel("Reviews a day").press("Enter");
  await waitUntilShown(page.getByText("5 to review today."));
  await page.getByRole("slider").press("ArrowRight");
  await waitUntilShown(page.getByText("Goal: succeed in about 91 of 100 reviews", { exact: true }));
  await expectAccessibleInEveryAppearance(page);
});

test("the account menu lists Review before Mock exam, and opens the review", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("button", { name: /^Account menu/ }).click();
  const names = await page.getByRole("menuitem").allTextContents();
  expect(names.filter((name) => name === "Review" || name === "Mock exam")).toEqual(["Review", "Mock exam"]);
  await page.getByRole("menuitem", { name: "Review" }).click();
  await waitUntilShown(heading(page, "Nothing to review today"));
});
