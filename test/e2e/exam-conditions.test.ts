import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { ScenarioList } from "../../domain/content/pack.ts";
import type { TopicId } from "../../domain/content/scenario.ts";
import type { ExamDialogue } from "../../domain/exam/exam-attempt.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import {
  beginButton,
  checkMicrophone,
  createExamLearner,
  startButton,
  startExamInPage,
  startPreparedExam,
} from "./support/exam-steps.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { loadStoredRecordings, resizeExamples } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("lets a learner go through exam dialogues by touch and mark them by keys", async () => {
  const { page } = await openPage({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await resizeExamples(page, 2);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await startExamInPage(page, appUrl);
  const { interpret } = createExamLearner(page);
  const next = page.getByRole("button", { name: /^(Next segment|Finish dialogue|Finish exam)$/ });
  await beginButton(page).tap();
  await interpret(1);
  await page.getByRole("button", { name: "Repeat (free)" }).tap();
  await interpret(2);
  await waitUntilShown(page.getByRole("button", { name: "Repeat (may cost about 1 mark)" }));
  await next.tap();
  await interpret(2);
  await next.tap();
  await waitUntilShown(page.getByRole("heading", { name: "Dialogue 1 is finished" }));
  await page.getByRole("button", { name: "Continue to dialogue 2" }).tap();
  await beginButton(page).tap();
  await interpret(2);
  // The second dialogue has its own free repeat.
  await waitUntilShown(page.getByRole("button", { name: "Repeat (free)" }));
  await next.tap();
  await interpret(2);
  await next.tap();
  await waitUntilShown(page.getByText("You recorded 4 of 4 segments"));
  const recordings = await loadStoredRecordings(page, "parlance-mocks");
  expect(recordings.map(({ mock, segmentIndex, attempt }) => [mock?.dialogue, segmentIndex, attempt])).toEqual([
    [0, 0, 1],
    [0, 0, 2],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 1],
  ]);

  await page.getByRole("link", { name: "Mark exam" }).tap();
  await waitUntilShown(page.getByRole("heading", { name: "Segment 1 of 2" }));
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await page.keyboard.press("o");
  await page.keyboard.press("Enter");
  for (let segment = 0; segment < 4; segment += 1) {
    await waitUntilShown(page.getByRole("button", { name: "All correct" }));
    await page.keyboard.press("c");
    await page.keyboard.press("m");
  }
  await waitUntilShown(page.getByRole("heading", { name: "Pass", exact: true }));
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  expect((await page.pdf({ format: "A4" })).toString("latin1")).toMatch(/\/Type\s*\/Page\b/);
});

test("names the day from which an iPhone can delete the recordings of an unmarked exam", async () => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
  const { page } = await openPage({ userAgent });
  // `standalone` is false in a tab of Safari, and true in an app on the Home Screen.
  await page.addInitScript(() => {
    Object.defineProperties(Navigator.prototype, { standalone: { value: false }, maxTouchPoints: { value: 5 } });
  });
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000).toISOString();
  const dialogues = [exampleDialogue("example-1", [interpretedSegment(2, { heard_at: sixDaysAgo })])];
  const attempt = await createExamAttempt(appUrl, learner, dialogues, { started_at: sixDaysAgo, ended_at: sixDaysAgo });
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam`);
  const kept = page.getByRole("region", { name: "Exam recordings in this browser" });
  const inAWeek = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });
  const warning = kept.getByRole("note");
  await waitUntilShown(
    warning.getByText(`Before ${inAWeek.format(Date.now() + 7 * 86_400_000)}, visit Parlance again`),
  );
  await expectAccessibleInEveryAppearance(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    kept.getByRole("button", { name: "Save as a file (ZIP)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("mock-exams.zip");
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await page.keyboard.press("m");
  // One dialogue has 45 marks, and a pass requires 63.
  await waitUntilShown(page.getByRole("heading", { name: "Fail", exact: true }));
  await page.goto(`${appUrl}/exam`);
  await waitUntilShown(kept);
  expect(await warning.count()).toBe(0);
});

async function noteEchoCancellation(page: Page): Promise<() => Promise<(boolean | undefined)[]>> {
  await page.addInitScript(() => {
    const noted: unknown[] = [];
    Object.assign(window, { noted });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      noted.push(...stream.getAudioTracks().map((track) => track.getSettings().echoCancellation));
      return stream;
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "noted"));
}

test("records an exam with echo cancellation if the learner chooses speakers", async () => {
  const { page } = await openPage();
  const cancelled = await noteEchoCancellation(page);
  await page.addInitScript(() => {
    const { enumerateDevices } = MediaDevices.prototype;
    MediaDevices.prototype.enumerateDevices = async function () {
      const devices = await enumerateDevices.call(this);
      const speakers = { kind: "audiooutput", deviceId: "default", groupId: "", label: "AirPods Pro" } as const;
      return [...devices.filter(({ kind }) => kind !== "audiooutput"), { ...speakers, toJSON: () => speakers }];
    };
  });
  await resizeExamples(page, 1);
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/exam/run`);
  await page.getByText("The dialogues are on this device.").waitFor();
  await waitUntilShown(page.getByText(/^AirPods Pro may be wireless\./));
  expect(await page.getByText(/wear headphones/i).count()).toBe(0);
  await page.getByRole("radio", { name: "Speakers" }).check();
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Check your microphone" }).click();
  await page.getByRole("button", { name: "Turn on microphone" }).click();
  await waitUntilShown(page.getByText("Echo cancellation is on."));
  await page.getByRole("button", { name: "Done" }).click();
  expect(new Set(await cancelled())).toEqual(new Set([true]));
  await startPreparedExam(page);
  await beginButton(page).click();
  await createExamLearner(page).interpret(1);
  expect((await cancelled()).length).toBeGreaterThan(1);
  expect(new Set(await cancelled())).toEqual(new Set([true]));

  await page.goto(`${appUrl}/exam`);
  const rule = page.getByRole("region", { name: "Headset or speakers" });
  await waitUntilShown(rule.getByText(/Check the rules in your exam invitation/));
  expect(await rule.getByRole("listitem").count()).toBe(4);
  await waitUntilShown(rule.getByRole("link", { name: "www.naati.com.au" }));
  await expectAccessibleInEveryAppearance(page);
});

test("warns before an exam if the browser may delete recordings or cannot store them", async () => {
  const { page } = await openPage();
  await page.addInitScript(() => {
    StorageManager.prototype.persist = async () => false;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (name === "parlance-mocks" && location.hash === "#refused") throw new DOMException("", "SecurityError");
      return open.call(this, name, version);
    };
  });
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/exam/run`);
  const step = page.getByRole("listitem").filter({ hasText: "Your recordings" });
  await waitUntilShown(step.getByText("Your browser may delete your recordings."));
  expect(await step.getByRole("heading").textContent()).toBe("Your recordings (read this)");
  await expectAccessibleInEveryAppearance(page);

  await page.goto("about:blank");
  await page.goto(`${appUrl}/exam/run#refused`);
  await waitUntilShown(step.getByText("Parlance cannot store recordings in this browser."));
  expect(await step.getByRole("heading").textContent()).toBe("Your recordings (to do)");
  await page.getByText("The dialogues are on this device.").waitFor();
  await checkMicrophone(page);
  expect(await startButton(page).getAttribute("aria-disabled")).toBe("true");
});

async function urduDialogue(topic_id: TopicId): Promise<ExamDialogue> {
  const list = new URL(`../../content/pack/urdu/${topic_id}/metadata.json`, import.meta.url);
  const [listed] = ScenarioList.parse(JSON.parse(await readFile(list, "utf8")));
  if (!listed) throw new Error(`The Urdu pack has no dialogue of the topic ${topic_id}`);
  const { id: scenario_id, scenario: title, version } = listed;
  const segments = [interpretedSegment(2), interpretedSegment(2)];
  return { language: "urdu", scenario_id, topic_id, title, segments, ...(version && { version }) };
}

test("shows Urdu transcripts from right to left", async () => {
  const { page } = await openPage();
  const learner = await createSubscriber(page, appUrl, "Plus");
  const dialogues = await Promise.all([urduDialogue("health"), urduDialogue("immi-settlement")]);
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  const urdu = page.locator(".sheet-script p[lang=ur]");
  const english = page.locator(".sheet-script p[lang=en]");
  const directionOf = (selector: typeof urdu) => selector.evaluate((element) => getComputedStyle(element).direction);
  await waitUntilShown(urdu);
  expect([await directionOf(urdu), await directionOf(english)]).toEqual(["rtl", "ltr"]);
  const slider = page.getByRole("slider", { name: "Position in the recording" });
  expect(await directionOf(slider)).toBe("ltr");
  const units = page.getByRole("region", { name: "Marking" }).getByRole("listitem").locator("[lang=ur], [lang=en]");
  const directions = await units.evaluateAll((all) =>
    all.map((each) => `${each.getAttribute("lang")} ${getComputedStyle(each).direction}`),
  );
  expect(directions.length).toBeGreaterThan(0);
  expect(["ur rtl", "en ltr"]).toEqual(expect.arrayContaining([...new Set(directions)]));
  await expectAccessibleInEveryAppearance(page);
});
