import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { Marking } from "../../domain/exam/exam-attempt.ts";
import { markedSegments, notesOf, ticksOf } from "../../domain/exam/exam-marking.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shareRecordings } from "./support/shared-recordings.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const learnerMarking: Marking = {
  marking_id: "00000000-0000-4000-8000-0000000000aa",
  created_at: "2026-11-20T10:00:00.000Z",
  changes: [
    {
      ...{ type: "note", id: "00000000-0000-4000-8000-0000000000bb", changed_at: "2026-11-20T10:00:00.000Z" },
      note: { dialogue: 0, segment: 0, kind: "distortion", at_seconds: 1, deduction: 20, remark: "" },
    },
  ],
};

async function openMarking(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Your name").fill("Bina");
  await button(page, "Mark the whole exam").click();
  await waitUntilShown(button(page, "All correct"));
}

test("a guest sees the learner's marks only after the guest has marked the whole exam", async () => {
  const { page, problems } = await openPage();
  const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 2, learnerMarking });
  await openMarking(page, shared.url);
  await button(page, "Missed: डाक्टर कोलिन्स").click();
  await button(page, "All others correct").click();
  await page.getByRole("slider", { name: "Position in the recording" }).fill("2.5");
  await button(page, "Omission").click();
  await button(page, "Deduct more").click();
  await page.getByLabel("Remark").fill("the doctor's name");
  await page.getByLabel("Remark").press("Enter");
  for (let at = 0; at < 3; at += 1) await button(page, "Finish segment").click();
  await waitUntilShown(page.getByText("3 of 4 segments marked."));
  expect(await page.getByText("Asha", { exact: true }).count()).toBe(0);
  await button(page, "Finish segment").click();
  await waitUntilShown(page.getByRole("heading", { name: "Marking finished" }));
  const cells = (name: string) => page.getByRole("row", { name }).getByRole("cell").allInnerTexts();
  // Each dialogue has 45 marks. A pass needs 29 in each and 63 in total (domain/exam/exams.ts). The learner deducts 20.
  await expect.poll(() => cells("Dialogue 1")).toEqual(["44 of 45", "25 of 45"]);
  expect(await cells("Dialogue 2")).toEqual(["45 of 45", "45 of 45"]);
  expect(await cells("Total")).toEqual(["89 of 90", "70 of 90"]);
  expect(await cells("Result")).toEqual(["Pass", "Fail"]);
  const changes = shared.marking()?.changes ?? [];
  expect(markedSegments(changes)).toHaveLength(4);
  expect(notesOf(changes)).toMatchObject([
    { kind: "omission", at_seconds: 2.5, deduction: 1, remark: "the doctor's name", dialogue: 0, segment: 0 },
  ]);
  expect(ticksOf(changes).map(({ outcome }) => outcome)).toEqual(["missed", "carried", "carried", "carried"]);
  expect(problems).toEqual([]);
});

test("a marking that could not be saved remains after a reload, and is saved later", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 1 });
  await openMarking(page, shared.url);
  shared.refuse({ status: 503, code: "service_unavailable" }, ["mark-shared-exam"]);
  await button(page, "All correct").click();
  await waitUntilShown(page.getByText("Parlance has not confirmed this yet. Keep this page open."));
  await page.reload();
  await waitUntilShown(page.getByRole("button", { name: "Correct: डाक्टर कोलिन्स", pressed: true }));
  expect(shared.marking()).toBeNull();
  shared.refuse(null);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => ticksOf(shared.marking()?.changes ?? []).length).toBe(4);
  await waitUntilShown(page.getByText("Your marks are saved."));
});

test("a marking shows why the learner does not pass", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 1, showsMarks: false });
  await openMarking(page, shared.url);
  await button(page, "Distortion").click();
  for (let step = 0; step < 40; step += 1) await button(page, "Deduct more").click();
  for (let at = 0; at < 2; at += 1) await button(page, "Finish segment").click();
  // The guest deducted 20.5 of the dialogue's 45 marks.
  await waitUntilShown(page.getByText("Dialogue 1 has 24.5 marks. A pass needs 29."));
  expect(await page.getByRole("row", { name: "Result" }).getByRole("cell").allInnerTexts()).toEqual(["Fail"]);
});

test("the page on which a guest marks an exam has no accessibility faults", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 1 });
  await openMarking(page, shared.url);
  await button(page, "Omission").click();
  await page.getByRole("textbox", { name: "Comment" }).fill("One");
  await expectAccessibleInEveryAppearance(page);
});
