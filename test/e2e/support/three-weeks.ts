import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { advanceClock } from "../../support/advance-clock.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./exam-attempts.ts";
import { addOwnTerm, openGlossary } from "./glossary.ts";
import { logIn, type NewLearner } from "./learner.ts";
import { createSubscriber } from "./payments.ts";
import { finishAttempt, openMore, waitForOriginalEnd, waitForRecordedSeconds } from "./practice.ts";
import { shortenAudio } from "./short-audio.ts";
import { waitUntilShown } from "./wait-until-shown.ts";
import { waitForWorker } from "./worker.ts";

/** `next` is the element that the learner looks for in the scene. */
export type OnScene = (page: Page, name: string, next: Locator) => Promise<void>;

export type Weeks = {
  appUrl: string;
  desk: Page;
  /** The page on a phone with a touch screen and a service worker. */
  phone: Page;
  onScene: OnScene;
};

const main = (page: Page) => page.getByRole("main");
const action = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true });
const checklist = (page: Page) => page.getByRole("region", { name: "What did you miss?" });

async function openHome({ appUrl }: Weeks, page: Page, learner: NewLearner): Promise<void> {
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${learner.name}` }));
}

async function interpret(page: Page, show: () => Promise<void>): Promise<void> {
  await waitForOriginalEnd(page);
  await waitForRecordedSeconds(page, 0.5);
  await finishAttempt(page);
  await show();
  await waitUntilShown(checklist(page));
}

const savedAs = (page: Page, text: RegExp) => waitUntilShown(page.getByRole("status").getByText(text));

const showByKey = (page: Page) => () => page.keyboard.press("t");
const showByTouch = (page: Page) => () => page.getByRole("button", { name: "Show Transcripts" }).tap();

/** Interprets two segments, one with a missed unit. */
async function startAtTheDesk(weeks: Weeks): Promise<NewLearner> {
  const { desk, appUrl, onScene } = weeks;
  await shortenAudio(desk, 1);
  const learner = await createSubscriber(desk, appUrl, "Plus");
  await onScene(desk, "day-1-first-dialogue", action(desk, "Start"));
  await action(desk, "Start").press("Enter");
  await interpret(desk, showByKey(desk));
  await desk.keyboard.press("1");
  await desk.keyboard.press("c");
  await savedAs(desk, /^Rated: .* You missed 1 unit/);
  await desk.keyboard.press("n");
  await desk.keyboard.press("a");
  await interpret(desk, showByKey(desk));
  await desk.keyboard.press("c");
  await savedAs(desk, /^Rated: Good\. All correct\./);
  await openHome(weeks, desk, learner);
  await onScene(desk, "day-1-continue", action(desk, "Continue"));
  return learner;
}

async function continueOnThePhone(weeks: Weeks, learner: NewLearner): Promise<void> {
  const { phone, appUrl, onScene } = weeks;
  await shortenAudio(phone, 1);
  await logIn(phone, appUrl, learner);
  await waitUntilShown(phone.getByRole("heading", { name: `Welcome, ${learner.name}` }));
  await waitForWorker(phone);
  await onScene(phone, "day-1-phone", action(phone, "Continue"));
  await action(phone, "Continue").tap();
  await waitUntilShown(phone.getByText(/^Segment 3\/\d+$/));
  await interpret(phone, showByTouch(phone));
  await checklist(phone).getByRole("checkbox").first().tap();
  await checklist(phone).getByRole("button", { name: "Save" }).tap();
  await savedAs(phone, /^Rated: .* You missed 1 unit/);
  await openMore(phone);
  await phone.getByRole("button", { name: "Keep offline" }).tap();
  await waitUntilShown(phone.getByText(/^\d+\.\d MB on this device$/));
  await phone.keyboard.press("Escape");
  await openHome(weeks, phone, learner);
}

/** Reviews the two segments in which units were missed on day 1. */
async function reviewOffline(weeks: Weeks, learner: NewLearner): Promise<void> {
  const { phone, appUrl, onScene } = weeks;
  await advanceClock(appUrl, "P1D");
  await openHome(weeks, phone, learner);
  await waitUntilShown(action(phone, "Start review"));
  await phone.context().setOffline(true);
  await openHome(weeks, phone, learner);
  await onScene(phone, "day-2-review-offline", action(phone, "Start review"));
  await action(phone, "Start review").tap();
  await waitUntilShown(phone.getByText("2 of 2 left", { exact: true }));
  await interpret(phone, showByTouch(phone));
  // The checklist is below the transcripts.
  await checklist(phone).scrollIntoViewIfNeeded();
  await onScene(phone, "day-2-missed-before", checklist(phone).getByRole("button", { name: "All correct" }));
  await checklist(phone).getByRole("button", { name: "All correct" }).tap();
  await savedAs(phone, /^Rated: Good/);
  await phone.getByRole("button", { name: "Next", exact: true }).tap();
  await phone.getByRole("button", { name: "Play Audio" }).tap();
  await interpret(phone, showByTouch(phone));
  await checklist(phone).getByRole("button", { name: "Hard" }).tap();
  await savedAs(phone, /^Rated: Hard/);
  await phone.getByRole("button", { name: "Finish", exact: true }).tap();
  await onScene(phone, "day-2-done-offline", main(phone).getByRole("link", { name: "Go to Home" }));
  const sent = phone.waitForResponse((response) => response.url().includes("/study-changes/") && response.ok());
  await phone.context().setOffline(false);
  await phone.evaluate(() => void window.dispatchEvent(new Event("pagehide")));
  await sent;
}

async function findNothingTwice(weeks: Weeks, learner: NewLearner): Promise<void> {
  const { desk, onScene } = weeks;
  await openHome(weeks, desk, learner);
  await onScene(desk, "day-2-desk", action(desk, "Continue"));
  expect(await desk.getByRole("link", { name: /to review$/ }).count()).toBe(0);
}

async function learnTerms(weeks: Weeks, learner: NewLearner): Promise<void> {
  const { desk, appUrl, onScene } = weeks;
  await openGlossary(desk);
  await addOwnTerm(desk, "chest pain", "छाती दुख्नु");
  await advanceClock(appUrl, "P3D");
  await openHome(weeks, desk, learner);
  await onScene(desk, "day-5-review", action(desk, "Start review"));
}

async function reviewBeforeMarking(weeks: Weeks, learner: NewLearner): Promise<void> {
  const { desk, appUrl, onScene } = weeks;
  await advanceClock(appUrl, "P7D");
  const now = new Date(Date.now() + 11 * 24 * 60 * 60_000).toISOString();
  const dialogues = [exampleDialogue("example-2", [interpretedSegment(3)])];
  await createExamAttempt(appUrl, learner, dialogues, { started_at: now, ended_at: now });
  await openHome(weeks, desk, learner);
  await onScene(desk, "day-12-review-before-exam", action(desk, "Start review"));
  await waitUntilShown(desk.getByRole("region", { name: "Mock exams" }).getByRole("link", { name: "Mark exam" }));
}

async function lookBack(weeks: Weeks): Promise<void> {
  const { desk, appUrl, onScene } = weeks;
  await advanceClock(appUrl, "P10D");
  await desk.goto(`${appUrl}/progress`);
  await waitUntilShown(desk.getByRole("heading", { level: 1, name: "Progress" }));
  await onScene(desk, "day-22-progress", desk.getByRole("heading", { level: 1, name: "Progress" }));
}

export async function liveThreeWeeks(weeks: Weeks): Promise<void> {
  const learner = await startAtTheDesk(weeks);
  await continueOnThePhone(weeks, learner);
  await reviewOffline(weeks, learner);
  await findNothingTwice(weeks, learner);
  await learnTerms(weeks, learner);
  await reviewBeforeMarking(weeks, learner);
  await lookBack(weeks);
}
