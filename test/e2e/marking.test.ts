import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { Marking } from "../../domain/exam/exam-attempt.ts";
import { markerOf } from "../../domain/exam/exam-marking.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { blockDatabase } from "./support/block-database.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { seedMarking } from "./support/marked-exams.ts";
import { signInElsewhere } from "./support/sign-in-elsewhere.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const unit = (page: Page, position: number) =>
  page.getByRole("region", { name: "Marking" }).getByRole("listitem").nth(position).getByRole("button");
const plays = (page: Page) => waitUntilShown(page.getByRole("button", { name: "Pause recording" }));
const playedSeconds = async (page: Page) => {
  const text = await page.getByText(/^0:\d\d\.\d \/ 0:\d\d\.\d$/).textContent();
  return Number(/^0:(\d\d\.\d)/.exec(text ?? "")?.[1]);
};

test("marks an exam by keys alone, and links its result to practice", async () => {
  const { page } = await openPage({ viewport: { width: 1440, height: 900 } });
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const two = [interpretedSegment(6), interpretedSegment(3)];
  const rest = Array.from({ length: 8 }, () => null);
  const attempt = await createExamAttempt(
    appUrl,
    learner,
    [
      exampleDialogue("example-1", [...two, ...rest]),
      exampleDialogue("example-2", [interpretedSegment(3), ...Array.from({ length: 11 }, () => null)]),
    ],
    { outcome: "ended" },
  );
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(heading(page, "Segment 1 of 10"));

  // The recording pauses while the learner types the remark, and then continues.
  await waitUntilShown(page.getByRole("slider", { name: "Position in the recording" }));
  await page.keyboard.press("y");
  await plays(page);
  await expect.poll(() => playedSeconds(page)).toBeGreaterThan(0.5);
  await page.keyboard.press("o");
  await waitUntilShown(page.getByRole("form", { name: "New note" }));
  const stoppedAt = await playedSeconds(page);
  await page.keyboard.type("y o 1 m");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("PageUp");
  expect(await playedSeconds(page)).toBe(stoppedAt);
  await page.keyboard.press("Enter");
  await plays(page);
  const noted = page.getByRole("button", { name: /^Change Omission at 0:/ });
  const [, at = ""] = /at 0:(.*)$/.exec((await noted.getAttribute("aria-label")) ?? "") ?? [];
  expect(Math.abs(Number(at) - 0.1 - stoppedAt)).toBeLessThanOrEqual(0.11);

  await page.keyboard.press("1");
  await waitUntilShown(unit(page, 0).getByText("Missed"));
  await page.keyboard.press("c");
  await waitUntilShown(unit(page, 1).getByText("Correct"));
  await waitUntilShown(unit(page, 0).getByText("Missed"));
  await waitUntilShown(page.getByText(/1 missed\. Suggested deduction:/));
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 2 of 10"));
  await plays(page);
  await page.keyboard.press("h");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("button", { name: /^Change / }).count()).toBe(0);
  await page.keyboard.press("m");
  // Segments that were not heard are skipped.
  await waitUntilShown(heading(page, "Segment 1 of 12"));
  await page.keyboard.press("m");

  await waitUntilShown(heading(page, "Fail"));
  await waitUntilShown(page.getByText("19 segments were not heard."));
  await waitUntilShown(page.getByText("89", { exact: true }));
  await expectAccessibleInEveryAppearance(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await waitUntilShown(heading(page, "Fail"));
  await page.getByRole("link", { name: /^Practise segment 1 of/ }).click();
  await waitUntilShown(page.getByText("Segment 1/10", { exact: true }));
});

test("preserves visible marks if the page reloads before the database stores them", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [
    exampleDialogue("example-1", [interpretedSegment(3), interpretedSegment(3)]),
  ]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByText("This recording cannot be played here"));
  await blockDatabase(page, "parlance-exam", "markings");
  await page.keyboard.press("o");
  await page.keyboard.type("y o 1 m");
  await page.keyboard.press("Enter");
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 2 of 2"));
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Fail"));

  await page.reload();
  await waitUntilShown(heading(page, "Fail"));
  await waitUntilShown(page.getByText("y o 1 m"));
});

test("hides the first marker's notes by default from a second marker until both markings are complete", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", [interpretedSegment(3)])]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByText("This recording cannot be played here"));
  await page.keyboard.press("d");
  await page.keyboard.type("not three weeks");
  await page.keyboard.press("Enter");
  await page.keyboard.press("m");
  await waitUntilShown(page.getByText("not three weeks"));

  await page.getByRole("button", { name: "Mark again" }).click();
  await page.getByLabel("Marker’s name (empty for yourself)").fill("Maya");
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByRole("button", { name: "Maya", exact: false, pressed: true }));
  await page.keyboard.press("o");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByRole("button", { name: /^Change Omission at/ }));
  expect(await page.getByRole("button", { name: /^Change / }).count()).toBe(1);
  await page.keyboard.press("v");
  await waitUntilShown(page.getByText("You can compare markings when this marking and another one are complete."));
  expect(await page.getByText("not three weeks").count()).toBe(0);

  // The learner's marking stays hidden from the second marker.
  await page.reload();
  await waitUntilShown(page.getByRole("button", { name: "You", exact: false, pressed: true }));
  await waitUntilShown(heading(page, "Your marking is hidden"));
  expect(await page.getByText("not three weeks").count()).toBe(0);
  await expectAccessibleInEveryAppearance(page);
  const markings = page.getByRole("group", { name: "Markings" }).getByRole("button");
  expect(await markings.allInnerTexts()).toEqual([
    expect.stringMatching(/^You/),
    expect.stringMatching(/^Maya/),
    "Mark again",
    "Delete marking",
  ]);
  await markings.nth(1).click();
  await page.getByRole("button", { name: "Show Maya’s marking" }).click();
  await waitUntilShown(page.getByRole("button", { name: /^Change Omission at/ }));
  expect(await markings.allInnerTexts()).toEqual([
    expect.stringMatching(/^You/),
    expect.stringMatching(/^Maya/),
    "Mark again",
    "Delete marking",
  ]);

  await page.keyboard.press("m");
  await waitUntilShown(page.getByText("By kind of error"));
  expect(await page.getByText("not three weeks").count()).toBe(0);
  expect(await page.getByRole("table", { name: "Differences" }).count()).toBe(0);
  await page.getByRole("button", { name: "Compare 2 markings" }).click();
  const differences = page.getByRole("table", { name: "Differences" });
  await waitUntilShown(differences);
  expect(await differences.getByRole("row").nth(1).innerText()).toMatch(
    /1,\s+dialogue 1\s+−0.5,\s+Distortion\s+−1,\s+Omission/,
  );
  await page.reload();
  await waitUntilShown(page.getByText("not three weeks"));

  await markings.nth(1).click();
  for (const answer of ["Keep it", "Delete"]) {
    await page.getByRole("button", { name: "Delete marking" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Maya’s marking?" });
    await waitUntilShown(dialog.getByText(/1 note and 1 marked segment\./));
    expect(await markings.nth(1).getAttribute("aria-pressed")).toBe("true");
    await dialog.getByRole("button", { name: answer }).click();
  }
  await waitUntilShown(page.getByText("not three weeks"));
  await expect.poll(() => markings.count()).toBe(3);
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const listed = async () => {
    const answer = await fetch(`${apiUrl}/exam-attempts/${attempt.attempt_id}/markings`, { headers });
    return z
      .array(Marking)
      .parse(await answer.json())
      .map(({ changes }) => markerOf(changes));
  };
  await expect.poll(listed).toEqual([""]);
  await page.reload();
  await waitUntilShown(page.getByText("not three weeks"));
  expect(await markings.allInnerTexts()).toEqual([expect.stringMatching(/^You/), "Mark again", "Delete marking"]);
});

test("skips an unheard segment without marking it", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const segments = [interpretedSegment(3), null, interpretedSegment(3)];
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", segments)]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await page.getByRole("button", { name: "Segment 2, not heard" }).click();
  await waitUntilShown(heading(page, "Segment 2 of 3"));
  expect(await page.getByRole("button", { name: "Finish segment" }).count()).toBe(0);
  await page.keyboard.press("m");
  await waitUntilShown(heading(page, "Segment 3 of 3"));
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Segment 3, marked" }).getByText("✓").waitFor();
  expect(await page.getByRole("button", { name: "Segment 2, not heard" }).innerText()).not.toContain("✓");
});

test("reports that the marking of an exam could not be loaded, and retries on request", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", [interpretedSegment(3)])]);
  await seedMarking(appUrl, learner, attempt, { notes: [{ remark: "not three weeks" }] });
  const list = `**/exam-attempts/${attempt.attempt_id}/markings`;
  await page.route(list, (route) => route.abort());
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(heading(page, "The marking could not be loaded"));
  await page.unroute(list);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitUntilShown(page.getByText("not three weeks"));
});

test("the result of an unmarked exam shows no marks, and its print layout shows the interruptions", async () => {
  const { page } = await openPage({ viewport: { width: 1280, height: 860 } });
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const dialogue = exampleDialogue("example-1", [interpretedSegment(3, { repeats: 2 }), interpretedSegment(3)]);
  const interruptions = (["left", "sound"] as const).map((kind, segment) => ({
    ...{ at: "2026-11-22T09:06:00.000Z", dialogue: 0, segment, kind },
  }));
  const attempt = await createExamAttempt(appUrl, learner, [dialogue], { interruptions });
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByRole("status").getByText("Not marked yet"));
  await page.getByRole("tab", { name: "Result" }).click();
  await waitUntilShown(heading(page, "Not marked yet"));
  expect(await page.getByText("of 45").count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  await waitUntilShown(page.getByText("2 repeats: segment 1 (twice). 1 is free."));
  await waitUntilShown(page.getByText("Deducted for repeats: 0"));
  await waitUntilShown(page.getByText("2 interruptions: segment 1 (page left or closed), segment 2 (audio failed)."));
  await waitUntilShown(page.getByText(`Candidate: ${learner.name}`));
});

test("shows every marking button above the fixed bar at 1280 × 860", async () => {
  const { page } = await openPage({ viewport: { width: 1280, height: 860 } });
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const segments = (count: number) => Array.from({ length: count }, () => interpretedSegment(3));
  const dialogues = [exampleDialogue("example-2", segments(12)), exampleDialogue("example-3", segments(14))];
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await waitUntilShown(page.getByText("First word"));
  const hidden: string[] = [];
  for (let segment = 0; segment < 26; segment += 1) {
    const bar = await page.getByRole("button", { name: "Finish segment" }).boundingBox();
    for (const kind of await page.getByRole("region", { name: "Marking" }).getByRole("button").all()) {
      const box = await kind.boundingBox();
      const name = await kind.innerText();
      if (box && bar && box.y + box.height > bar.y) hidden.push(`${segment} ${name} ${box.y + box.height - bar.y}`);
    }
    await page.keyboard.press("n");
  }
  expect(hidden).toEqual([]);
});

test("returns the focus to the button that opened a note or an explanation, unless the button is gone", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const attempt = await createExamAttempt(appUrl, learner, [
    exampleDialogue("example-1", [interpretedSegment(3), interpretedSegment(3)]),
  ]);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  const isFocused = (button: Locator) => button.evaluate((element) => element === document.activeElement);
  const omission = page.getByRole("button", { name: "Omission" }).first();
  const change = page.getByRole("button", { name: /^Change Omission at/ });

  await omission.press("Enter");
  await page.keyboard.press("Escape");
  expect(await isFocused(omission)).toBe(true);
  await omission.press("Enter");
  await page.keyboard.press("Enter");
  await waitUntilShown(change);
  expect(await isFocused(omission)).toBe(true);
  await change.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  expect(await isFocused(change)).toBe(true);
  await change.press("Enter");
  await page.getByRole("button", { name: "Remove" }).press("Enter");
  await change.waitFor({ state: "detached" });
  expect(await isFocused(omission)).toBe(true);

  await unit(page, 1).press("Enter");
  await page.getByRole("note", { name: "Meaning of “Missed”" }).getByRole("button", { name: "Close" }).press("Enter");
  expect(await isFocused(unit(page, 1))).toBe(true);
  await page.getByRole("button", { name: /^Finish segment/ }).press("Enter");
  await page.getByRole("button", { name: /^Previous/ }).press("Enter");
  await page.getByRole("button", { name: "Reopen segment" }).press("Enter");
  expect(await isFocused(heading(page, "Segment 1 of 2"))).toBe(true);
});

test("explains that an exam is unknown or unfinished if its address is opened", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.goto(`${appUrl}/exam/${crypto.randomUUID()}`);
  await waitUntilShown(page.getByRole("heading", { name: "Mock exam not found" }));
  const dialogues = [exampleDialogue("example-1", [interpretedSegment(3)])];
  const { attempt_id: running } = await createExamAttempt(appUrl, learner, dialogues, {
    outcome: "running",
    ended_at: undefined,
  });
  await page.goto(`${appUrl}/exam/${running}`);
  await waitUntilShown(page.getByRole("heading", { name: "This mock exam may not be finished" }));
});
