import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { scaledTimeoutMs } from "../support/limits.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { seedMarking } from "./support/marked-exams.ts";
import { createSubscriber } from "./support/payments.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

/** The 22 recordings need more than one request for upload forms, because a request returns at most 20 forms. */
const segments = { "example-1": 10, "example-2": 12 } as const;
const shared = segments["example-1"] + segments["example-2"];

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

const Opened = z.object({ recordings: z.array(z.object({ url: z.nullable(z.url()) })) });

const tap = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).tap();
const comment = (page: Page) => page.getByRole("textbox", { name: "Comment" });

async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectAccessibleInEveryAppearance(page);
  await page.setViewportSize(phone.viewport);
  await page.emulateMedia({ colorScheme: "light" });
}

async function openMarkedExam() {
  const { page, context } = await openPage({
    viewport: { width: 1440, height: 900 },
    permissions: ["microphone", "clipboard-read", "clipboard-write"],
  });
  const learner = await createSubscriber(page, appUrl, "Plus");
  const dialogues = Object.entries(segments).map(([id, count]) =>
    exampleDialogue(
      id,
      Array.from({ length: count }, (_, at) => interpretedSegment(at === 0 ? 6 : 2)),
    ),
  );
  const attempt = await createExamAttempt(appUrl, learner, dialogues);
  const marked = dialogues.flatMap((of, dialogue) => of.segments.map((_, segment) => ({ dialogue, segment })));
  await seedMarking(appUrl, learner, attempt, { marked, notes: [{ deduction: 10 }] });
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  return { page, context, attempt };
}

async function shareExam(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Ask for feedback" }).click();
  const asking = page.getByRole("dialog", { name: "Ask for feedback" });
  await waitUntilShown(asking.getByText(new RegExp(`^${shared} recordings of`)));
  await asking.getByLabel("Your question (optional)").fill("Is my tone polite?");
  await asking.getByLabel("Show my marks to a person who has finished marking").check();
  await expectAccessibleInEveryAppearance(page);
  await asking.getByRole("button", { name: "Create link" }).click();
  const ready = page.getByRole("dialog", { name: "Your link is ready" });
  await waitUntilShown(ready);
  await ready.getByRole("button", { name: "Copy link" }).click();
  await waitUntilShown(ready.getByText("Copied."));
  await expectAccessibleInEveryAppearance(page);
  await ready.getByRole("button", { name: "Close" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Enters the text at once, as a phone's word suggestions do. */
async function enterByTouch(field: Locator, text: string): Promise<void> {
  await field.tap();
  await field.fill(text);
}

async function openOnPhone(link: string) {
  const { page } = await openPage(phone);
  let urls: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith("/shared") || response.request().method() !== "POST" || !response.ok()) return;
    const { recordings } = Opened.parse(await response.json());
    urls = recordings.flatMap(({ url }) => url ?? []);
  });
  await expect
    .poll(async () => {
      await page.goto("about:blank");
      await page.goto(link);
      await waitUntilShown(page.getByRole("heading", { name: /^Asha Rai asks for your feedback/ }));
      return urls.length;
    })
    .toBe(shared);
  return { page, urls };
}

async function commentByTouch(page: Page): Promise<void> {
  await enterByTouch(page.getByLabel("Your name"), "Maya");
  await tap(page, "Play recording");
  await waitUntilShown(page.getByRole("button", { name: "Pause recording" }));
  const slider = page.getByRole("slider", { name: "Position in the recording" });
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await slider.tap({ position: { x: width / 2, y: height / 2 } });
  await enterByTouch(comment(page), "Say “clinic” here.");
  await waitUntilShown(page.getByRole("button", { name: "Play recording" }));
  await page.getByText("Term", { exact: true }).tap();
  await expectAccessibleOnPhone(page);
  await tap(page, "Save comment");
  await waitUntilShown(page.getByRole("list", { name: "Your comments" }).getByText("Say “clinic” here."));
}

async function speakByTouch(page: Page): Promise<void> {
  await tap(page, "Record a voice comment");
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  await tap(page, "Stop recording");
  await tap(page, "Save voice comment");
  await waitUntilShown(
    page.getByRole("list", { name: "Your comments" }).getByText("The voice comment cannot be played yet."),
  );
}

async function markByTouch(page: Page): Promise<void> {
  await tap(page, "Mark the whole exam");
  for (let segment = 0; segment < shared; segment += 1) {
    await tap(page, "All correct");
    if (segment === 1) {
      await tap(page, "Omission");
      await expectAccessibleOnPhone(page);
    }
    await tap(page, "Finish segment");
  }
  await waitUntilShown(page.getByRole("heading", { name: "Marking finished" }));
}

test(
  "lets a guest comment on and mark a learner's shared exam until the link ends",
  async () => {
    const { page: learner, attempt } = await openMarkedExam();
    const link = await shareExam(learner);
    const { page: guest, urls } = await openOnPhone(link);
    await expectAccessibleOnPhone(guest);
    const statuses = async () => [...new Set(await Promise.all(urls.map(async (url) => (await fetch(url)).status)))];
    expect(await statuses()).toEqual([200]);

    await commentByTouch(guest);
    await waitUntilShown(learner.getByText("Feedback Received", { exact: true }).first());
    await speakByTouch(guest);
    await markByTouch(guest);
    // Each dialogue has 45 marks. The learner deducts 10, and the guest half a mark.
    const cells = (name: string) => guest.getByRole("row", { name }).getByRole("cell").allInnerTexts();
    await expect.poll(() => cells("Total")).toEqual(["89.5 of 90", "80 of 90"]);
    await expectAccessibleOnPhone(guest);

    await learner.goto(`${appUrl}/exam/${attempt.attempt_id}?dialogue=1&segment=1`);
    await waitUntilShown(learner.getByText("Say “clinic” here."));
    await waitUntilShown(learner.getByRole("button", { name: /^Term by Maya: play from 0:03\.\d/ }));
    await learner.getByRole("button", { name: /^Play voice comment/ }).click();
    await expectAccessibleInEveryAppearance(learner);
    await learner.setViewportSize({ width: 1440, height: 900 });
    await learner.goto(`${appUrl}/exam/${attempt.attempt_id}`);
    await learner.getByRole("button", { name: "Compare 2 markings" }).click();
    const compared = learner.getByRole("table", { name: "Marks of each complete marking" });
    await expect
      .poll(() => compared.getByRole("row", { name: "Total" }).getByRole("cell").allInnerTexts())
      .toEqual(["80", "89.5"]);
    await expectAccessibleInEveryAppearance(learner);

    await enterByTouch(comment(guest), "One more thing");
    await learner.goto(`${appUrl}/profile?tab=account`);
    await learner.getByRole("button", { name: /^End link/ }).click();
    await learner.getByRole("button", { name: "End the link, keep written comments" }).click();
    await waitUntilShown(learner.getByText(/^Ended/));
    await expectAccessibleInEveryAppearance(learner);

    await enterByTouch(comment(guest), "One more thing, breathe.");
    await tap(guest, "Save comment");
    const alert = guest.getByRole("alert");
    await waitUntilShown(alert.getByText("This link has ended."));
    await waitUntilShown(alert.getByText(/: One more thing, breathe\.$/));
    await expectAccessibleOnPhone(guest);
    await guest.reload();
    await waitUntilShown(guest.getByRole("heading", { name: "This link has ended" }));
    await waitUntilShown(guest.getByText(/: One more thing, breathe\.$/));
    await expectAccessibleOnPhone(guest);
    // 404 means that the bucket no longer has the recordings.
    expect(await statuses()).toEqual([404]);
  },
  scaledTimeoutMs(120_000),
);
