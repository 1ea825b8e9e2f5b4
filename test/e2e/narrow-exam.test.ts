import type { Page } from "playwright-core";
import { beforeEach, expect, inject, test } from "vitest";
import type { ExamAttempt } from "../../domain/exam/exam-attempt.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { seedMarking } from "./support/marked-exams.ts";
import { findOverflowingElements } from "./support/overflowing-elements.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** The word has no space at which a line could wrap. */
const word = (length: number) => "Krankenversicherungsbeitragsnachweis".repeat(6).slice(0, length);
const longTitle = `${word(60)} und noch einmal ${word(120)}`;

async function sit(learner: NewLearner): Promise<ExamAttempt> {
  const segments = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      interpretedSegment(2, { repeats: at === 1 ? 3 : 0, interrupted: at === 2 }),
    );
  const dialogues = [
    { ...exampleDialogue("example-2", segments(12)), title: longTitle },
    exampleDialogue("example-3", segments(14)),
  ];
  return createExamAttempt(appUrl, learner, dialogues);
}

const everySegment = ({ dialogues }: ExamAttempt) =>
  dialogues.flatMap(({ segments }, dialogue) => segments.map((_, segment) => ({ dialogue, segment })));

let page: Page;
let learner: NewLearner;
let attempt: ExamAttempt;

beforeEach(async () => {
  ({ page } = await openPage({ viewport: { width: 360, height: 740 } }));
  learner = { ...newLearner(), name: word(60) };
  await signUpFree(page, appUrl, learner);
  attempt = await sit(learner);
  await seedRecordings(page, attempt);
});

const open = () => page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
const fits = async (state: string) => expect(await findOverflowingElements(page), state).toEqual([]);

test("the marking sheet does not scroll sideways at 360 px", async () => {
  await open();
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await waitUntilShown(page.getByText("First word"));
  await fits("nothing marked");
  await page
    .getByRole("button", { name: /^Language/ })
    .first()
    .click();
  await fits("new note");
  await page.getByLabel("Remark").fill(word(200));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("region", { name: "Marking" }).getByRole("listitem").first().getByRole("button").click();
  await page.getByText(/1 missed\. Suggested deduction:/).click();
  await fits("a note and a proposal");
  await page.getByRole("button", { name: /^Change Language/ }).click();
  await fits("a note that is changed");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Finish segment" }).click();
  await waitUntilShown(page.getByText(/Repeated 3 times/));
  await fits("a segment that was repeated");
  await page.getByRole("button", { name: "Segment 1, marked" }).first().click();
  await waitUntilShown(page.getByRole("button", { name: "Reopen segment" }));
  await fits("a marked segment");
  await page.getByRole("button", { name: "Help and keyboard shortcuts" }).click();
  await waitUntilShown(page.getByRole("dialog"));
  await fits("the shortcuts");
  await page.keyboard.press("Escape");
  for (const name of ["Mark again", "Delete marking"]) {
    await page.getByRole("button", { name }).click();
    await waitUntilShown(page.getByRole("dialog"));
    await fits(name);
    await page.keyboard.press("Escape");
  }
});

const costly = [
  { dialogue: 0, segment: 0, kind: "self-correction", deduction: 12.5, remark: word(200) },
  { dialogue: 0, segment: 11, kind: "repeat", deduction: 22.5 },
  { dialogue: 1, segment: 13, kind: "distortion", deduction: 0.5, remark: word(200) },
] as const;

test("the result of an unmarked or partly marked exam does not scroll sideways at 360 px", async () => {
  await open();
  const result = page.getByRole("tab", { name: "Result" });
  await result.click();
  await waitUntilShown(page.getByRole("heading", { name: "Not marked yet" }));
  await fits("nothing marked");
  const places = everySegment(attempt);
  await seedMarking(appUrl, learner, attempt, { marked: places.slice(0, 3), notes: costly });
  await page.reload();
  await result.click();
  await waitUntilShown(page.getByRole("heading", { name: "Marking not finished" }));
  await waitUntilShown(page.getByRole("heading", { name: "All notes" }));
  await fits("partly marked");
  await page.emulateMedia({ media: "print" });
  await fits("partly marked, in print");
});

test("the comparison of eight markings does not scroll sideways at 360 px", async () => {
  const marked = everySegment(attempt);
  const days = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `2026-01-0${day}T12:00:00.000Z`);
  for (const [by, at] of days.entries()) {
    const notes = by % 2 ? costly : [{ remark: word(200), deduction: by }];
    await seedMarking(appUrl, learner, attempt, { at, marked, notes, ...(by > 0 && { marker: word(80) }) });
  }
  await open();
  await waitUntilShown(page.getByRole("heading", { name: "Pass" }));
  await fits("a pass");
  await page.getByRole("button", { name: "Compare 8 markings" }).click();
  await waitUntilShown(page.getByRole("table", { name: "Differences" }));
  await fits("compared");
  await page.emulateMedia({ media: "print" });
  await fits("compared, in print");
  // An A4 page without its margins is 673 px wide.
  await page.setViewportSize({ width: 673, height: 952 });
  await fits("compared, in print on A4");
  await page.emulateMedia({ media: "screen" });
});

test("a hidden marking does not scroll sideways at 360 px", async () => {
  await seedMarking(appUrl, learner, attempt, { notes: costly });
  await seedMarking(appUrl, learner, attempt, { at: "2026-01-05T12:00:00.000Z", marker: word(80), notes: costly });
  await open();
  await waitUntilShown(page.getByRole("heading", { name: "Your marking is hidden" }));
  await fits("the learner’s");
  await page.getByRole("group", { name: "Markings" }).getByRole("button", { name: "Krankenversicherung" }).click();
  await waitUntilShown(page.getByRole("heading", { name: /^Krankenversicherung.* marking is hidden$/ }));
  await fits("another marker’s");
});
