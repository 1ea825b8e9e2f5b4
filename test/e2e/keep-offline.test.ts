import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { crash } from "./support/crash.ts";
import { moveDeviceClock } from "./support/device-clock.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { addOwnTerm } from "./support/glossary.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { finishAttempt, listenUntilRecording, openExample, openMore } from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";
import { waitForWorker, withWorker } from "./support/worker.ts";

const appUrl = inject("appUrl");
const dayMs = 24 * 60 * 60_000;
const openPage = openFileBrowser();

const toggle = (page: Page) => page.getByRole("button", { name: "Keep offline" });

async function keepOpenDialogue(page: Page): Promise<void> {
  await openMore(page);
  await toggle(page).click();
  await waitUntilShown(page.getByText(/^\d+\.\d MB on this device$/));
  expect(await toggle(page).getAttribute("aria-pressed")).toBe("true");
}

describe("the option “Keep offline”", () => {
  test("allows practice without a network, and sends the progress later", async () => {
    const { page, context } = await openPage(withWorker);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    await waitForWorker(page);
    await openExample(page, /doctor/);
    await keepOpenDialogue(page);
    await page.close();
    await context.setOffline(true);

    const later = await context.newPage();
    await later.goto(appUrl);
    await waitForHeading(later, `Welcome, ${learner.name}`);
    await waitUntilShown(later.getByRole("listitem").filter({ hasText: /doctor.* · Available offline/ }));
    expect(await later.getByText(/ · Available offline(?: ·|$)/).count()).toBe(1);
    await openExample(later, /doctor/);
    await listenUntilRecording(later);
    await finishAttempt(later);
    await crash(later);
    await later.close();

    const afterCrash = await context.newPage();
    await afterCrash.goto(appUrl);
    await afterCrash.getByRole("link", { name: "Continue", exact: true }).click();
    await waitUntilShown(afterCrash.getByText("Segment 2/10", { exact: true }));
    const sent = afterCrash.waitForResponse((response) => response.url().includes("/progress/") && response.ok());
    await context.setOffline(false);
    expect((await sent).request().method()).toBe("PUT");
  });

  test("lists the dialogue in the profile, where the learner can remove it", async () => {
    const { page } = await openPage();
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await keepOpenDialogue(page);
    await expectAccessibleInEveryAppearance(page);
    await page.goto(`${appUrl}/profile?tab=account`);
    await waitUntilShown(page.getByText(/^1 dialogue, \d+\.\d MB\. Logging out deletes it\.$/));
    await expectAccessibleInEveryAppearance(page);
    await page.getByRole("button", { name: /^Remove .*doctor/i }).click();
    await waitUntilShown(page.getByText(/removed\.$/));
    await waitUntilShown(page.getByText(/^You have no kept dialogues in this browser\./));
  });

  test("stays off and shows a message if the device has no room", async () => {
    const { page, context } = await openPage();
    await context.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...parts) {
        if (this.name === "keptSounds") throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
        return put.apply(this, parts);
      };
    });
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await openMore(page);
    await toggle(page).click();
    await waitUntilShown(page.getByText("There is no room for the dialogue."));
    expect(await toggle(page).getAttribute("aria-pressed")).toBe("false");
  });

  test("stays on and shows a message if the dialogue cannot be removed", async () => {
    const { page } = await openPage();
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await keepOpenDialogue(page);
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException("The disk cannot be written", "UnknownError");
      };
    });
    await toggle(page).click();
    await waitUntilShown(
      page.getByText("The dialogue could not be removed. Close other tabs of Parlance and try again."),
    );
    expect(await toggle(page).getAttribute("aria-pressed")).toBe("true");
  });

  test("allows a paid dialogue after six days without the server, but not after eight", async () => {
    const { page, context } = await openPage(withWorker);
    await createSubscriber(page, appUrl, "Plus");
    await waitForWorker(page);
    const first = page.getByRole("listitem").getByRole("link").first();
    const title = (await first.locator(".scenario-title").textContent()) ?? "";
    await first.click();
    await page.getByRole("button", { name: "Play Audio" }).waitFor();
    await keepOpenDialogue(page);
    await page.close();
    await context.setOffline(true);
    const open = async (daysLater: number) => {
      await moveDeviceClock(context, daysLater * dayMs);
      const later = await context.newPage();
      await later.goto(appUrl);
      await later.getByRole("listitem").getByRole("link", { name: title }).click();
      return later;
    };
    const needsCheck = (later: Page) =>
      waitUntilShown(
        later
          .getByRole("main")
          .getByText("Parlance could not check your plan. Check your connection, then try again.")
          .first(),
      );

    const inTime = await open(6);
    // The test does not finish the recording. The app compares the page's clock with that of the capturing thread,
    // which `moveDeviceClock` does not move.
    await listenUntilRecording(inTime);
    await inTime.close();
    const late = await open(2);
    await needsCheck(late);
    await expectAccessibleInEveryAppearance(late);
    await late.close();
    const setBack = await open(-5);
    await needsCheck(setBack);
    await context.setOffline(false);
    await setBack.getByRole("button", { name: "Play Audio", disabled: false }).waitFor();
  });
});

test("the study pages and a marking sheet open offline, and send their changes later", async () => {
  const { page, context } = await openPage(withWorker);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await waitForWorker(page);
  const attempt = await createExamAttempt(appUrl, learner, [exampleDialogue("example-1", [interpretedSegment(3)])]);
  await openExample(page, /doctor/);
  await keepOpenDialogue(page);
  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("link", { name: "Mark exam" }).first());
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  const startAt = async (path: string, heading: string) => {
    await later.goto(appUrl + path);
    await waitForHeading(later, heading);
  };

  await startAt("/glossary", "Glossary");
  await addOwnTerm(later, "chest pain", "छाती दुख्नु");
  await startAt("/review", "Review");
  await later.getByRole("button", { name: "Start review" }).click();
  await waitUntilShown(later.getByText("chest pain").or(later.getByText("छाती दुख्नु")).first());
  await startAt("/progress", "Progress");
  await later.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await waitUntilShown(later.getByRole("heading", { name: "Segment 1 of 1" }));
  await waitUntilShown(later.getByRole("heading", { name: "Reference" }));
  await later.keyboard.press("m");

  const sent = [/\/study-changes\//, /\/exam-attempts\/.*\/markings\//].map((path) =>
    later.waitForResponse((response) => path.test(response.url()) && response.ok()),
  );
  await context.setOffline(false);
  await later.evaluate(() => void window.dispatchEvent(new Event("pagehide")));
  await Promise.all(sent);
});
