import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { seedPractice } from "./support/seed-practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const next = (page: Page, title: string) => page.getByRole("region", { name: title });
const row = (page: Page, title: RegExp) => page.getByRole("listitem").filter({ hasText: title });
const show = (page: Page, status: string) => page.getByRole("radio", { name: status, exact: true });

const doctor = { language: "nepali", scenarioId: "example-1", of: 10 } as const;
const flat = { language: "nepali", scenarioId: "example-2", of: 12 } as const;
const school = { language: "nepali", scenarioId: "example-3", of: 14 } as const;

test("Home offers an unfinished example, or a completed example if all are completed", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const first = next(page, "Seeing a doctor about a cough");
  await waitUntilShown(first.getByText("Example · 10 segments"));
  await waitUntilShown(page.getByText("3 dialogues"));
  await waitUntilShown(row(page, /doctor about a cough/).getByText("Example · 2 min"));
  await expectAccessibleInEveryAppearance(page);

  await seedPractice(appUrl, learner, [{ ...flat, done: 4, at: "2026-01-05T12:00:00.000Z" }]);
  await page.reload();
  const begun = next(page, "Applying to rent a flat");
  await waitUntilShown(begun.getByText("Example · 4 of 12 segments done"));
  await waitUntilShown(row(page, /rent a flat/).getByText("4 of 12 segments"));
  await waitUntilShown(row(page, /rent a flat/).getByText("Jan 5", { exact: true }));

  await seedPractice(appUrl, learner, [{ ...flat, done: 12, at: "2026-01-06T12:00:00.000Z", finished: true }]);
  await page.reload();
  await waitUntilShown(first.getByRole("link", { name: "Start", exact: true }));
  await waitUntilShown(page.getByText("1 of 3 completed"));
  await show(page, "Not started").check();
  await waitUntilShown(page.getByText("2 of 3 dialogues"));
  expect(await row(page, /rent a flat/).count()).toBe(0);
  await page.reload();
  await waitUntilShown(page.getByText("2 of 3 dialogues"));
  expect(await show(page, "Not started").isChecked()).toBe(true);
  await expectAccessibleInEveryAppearance(page);

  await seedPractice(appUrl, learner, [
    { ...doctor, done: 10, at: "2026-01-07T12:00:00.000Z", finished: true },
    { ...school, done: 14, at: "2026-01-08T12:00:00.000Z", finished: true },
  ]);
  await page.reload();
  await waitUntilShown(page.getByText("0 of 3 dialogues"));
  await waitUntilShown(page.getByRole("heading", { name: "No new dialogues here" }));
  // This dialogue was completed before the others.
  await waitUntilShown(begun.getByRole("link", { name: "Practise again" }));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Show all dialogues" }).click();
  await expect.poll(() => page.getByRole("listitem").count()).toBe(3);
  await begun.getByRole("link", { name: "Practise again" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Applying to rent a flat" }));
});

test("Home offers the last practised dialogue even if the list is filtered by another topic", async () => {
  const { page } = await openPage();
  const learner = await createSubscriber(page, appUrl, "Plus");
  await seedPractice(appUrl, learner, [
    { language: "nepali", scenarioId: "legal-1", done: 1, of: 12, at: "2026-01-05T12:00:00.000Z" },
    { language: "nepali", scenarioId: "health-1", done: 2, of: 12, at: "2026-01-04T12:00:00.000Z" },
  ]);
  await page.goto(appUrl);
  const lead = page.getByRole("main").getByRole("region").filter({ hasText: "Next" });
  await waitUntilShown(lead.getByText(/^Legal · 1 of \d+ segments done$/));
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await page.getByRole("checkbox", { name: "Health" }).check();
  await waitUntilShown(page.getByText("2 dialogues"));
  await waitUntilShown(lead.getByText(/^Legal · /));
  await lead.getByRole("link", { name: "Continue" }).click();
  await expect.poll(() => page.url()).toBe(`${appUrl}/topic/legal-1?segment=2`);
});

test("Home and a dialogue together load at most 16 scripts besides the microphone's, each once", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  const scripts: string[] = [];
  page.on("request", (request) => {
    // Scripts of the page before the reload do not count.
    if (request.isNavigationRequest()) scripts.length = 0;
    // The worker that reads the microphone may load before or after the end of this test.
    const isCounted = request.resourceType() === "script" && !request.url().includes("/track-reader-");
    if (isCounted) scripts.push(request.url());
  });
  await page.reload();
  await next(page, "Seeing a doctor about a cough").getByRole("link", { name: "Start", exact: true }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Seeing a doctor about a cough" }));
  expect(scripts).toEqual([...new Set(scripts)]);
  expect(scripts.length).toBeLessThanOrEqual(16);
});
