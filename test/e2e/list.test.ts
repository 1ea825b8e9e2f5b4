import type { Page, Route } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, type NewLearner, newLearner, signUpFree } from "./support/learner.ts";
import { createSubscriber } from "./support/payments.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
let paid: NewLearner;

beforeAll(async () => {
  const { page, context } = await openPage();
  paid = await createSubscriber(page, appUrl, "Plus");
  await context.close();
});

const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).getByRole("listitem");
const says = (page: Page, text: string) => waitUntilShown(main(page).getByText(text).first());
const choose = (page: Page, topic: string) => page.getByRole("checkbox", { name: topic }).click();

const remembered = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("cache_")));

async function reopen(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("cache_")) localStorage.removeItem(key);
  });
  await page.reload();
}

async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("Cognito")) localStorage.removeItem(key);
  });
}

const answer = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, json: body, headers: { "access-control-allow-origin": appUrl } });

const examples = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `example-${at + 1}`, scenario: `Example ${at + 1}` }));

/**
 * Checks that the page corrects a page number beyond the end and a missing topic, and ignores data older than a day.
 */
async function healsWhatItRemembers(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Page 3" }).click();
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await choose(page, "Health");
  const write = (name: string, value: unknown, olderByMs = 0) =>
    page.evaluate(
      ([suffix, written, olderBy]) => {
        const key = Object.keys(localStorage).find((held) => held.endsWith(suffix)) ?? "";
        const { version, timestamp } = JSON.parse(localStorage.getItem(key) ?? "");
        localStorage.setItem(key, JSON.stringify({ version, timestamp: timestamp - olderBy, value: written }));
      },
      [name, value, olderByMs] as const,
    );
  await write("selected_topics", ["health", "example"]);
  await write("current_page", 9);
  await page.reload();
  await waitUntilShown(page.getByRole("button", { name: "Topics: 1" }));
  await says(page, "2 dialogues");
  expect(await rows(page).count()).toBe(2);
  const day = 24 * 60 * 60_000;
  await write("selected_topics", ["health"], day);
  await write("current_page", 3, day);
  await page.reload();
  await says(page, "Page 1 of 4");
}

test("remembers the page and the topics of a paid learner's list of dialogues", async () => {
  const { page, problems } = await openPage();
  await logIn(page, appUrl, paid);
  await says(page, "24 dialogues");
  expect(await rows(page).count()).toBe(7);

  await page.getByRole("button", { name: "Next" }).click();
  await says(page, "Page 2 of 4");
  expect(await page.getByRole("button", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
  const heading = page.getByRole("heading", { name: "Dialogues" });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
  await page.getByRole("button", { name: "Page 4" }).press("Enter");
  await says(page, "Page 4 of 4");
  expect(await rows(page).count()).toBe(3);
  expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);

  await page.getByRole("button", { name: "Filter by topic" }).click();
  for (const topic of ["Health", "Legal"]) await choose(page, topic);
  await says(page, "4 dialogues");
  expect(await rows(page).filter({ hasText: "Health" }).count()).toBe(2);
  expect(await rows(page).filter({ hasText: "Legal" }).count()).toBe(2);
  expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
  for (const topic of ["Housing", "Insurance"]) await choose(page, topic);
  await page.getByRole("button", { name: "Next" }).click();
  await says(page, "Page 2 of 2");
  await choose(page, "Education");
  await says(page, "Page 1 of 2");
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await says(page, "Page 2 of 2");

  await page.reload();
  await says(page, "Page 2 of 2");
  await waitUntilShown(page.getByRole("button", { name: "Topics: 5" }));
  let calls = 0;
  page.on("request", (request) => {
    const isList = /\/nepali\/([a-z-]+\/)?metadata\.json|content-grants|completed-scenarios|account$/.test(
      request.url(),
    );
    if (isList) calls += 1;
  });
  await rows(page).first().getByRole("link").click();
  await waitUntilShown(page.getByRole("button", { name: "Back to Topics" }));
  const opened = calls;
  await page.getByRole("button", { name: "Back to Topics" }).click();
  await says(page, "Page 2 of 2");
  expect(calls - opened, "fresh data is not requested again").toBe(0);

  await loseSession(page);
  await page.route("**/nepali/example/metadata.json*", answer(200, examples(8)));
  // The page preloads the segments of visible dialogues. Most of these dialogues exist only in the test's list, so
  // the test returns no segments for them.
  await page.route("**/nepali/example/example-*/metadata.json*", answer(200, []));
  await signUpFree(page, appUrl, newLearner());
  await says(page, "Page 1 of 2");
  await page.getByRole("button", { name: "Next" }).click();
  await says(page, "Page 2 of 2");
  const both = await remembered(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  await expect.poll(async () => (await remembered(page)).length).toBeLessThan(both.length);
  await logIn(page, appUrl, paid);
  await waitUntilShown(page.getByRole("button", { name: "Topics: 5" }));
  await says(page, "Page 2 of 2");
  await page.getByRole("button", { name: "Clear all" }).click();
  await says(page, "Page 1 of 4");
  expect(problems).toEqual([]);
  await healsWhatItRemembers(page);
});

test("shows a paid learner's list of dialogues in its loading, empty and failed states", async () => {
  const { page } = await openPage();
  await logIn(page, appUrl, paid);
  await says(page, "Page 1 of 4");
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await choose(page, "Legal");
  await expectAccessibleInEveryAppearance(page);

  await page.route("**/nepali/legal/metadata.json*", answer(404, {}));
  await reopen(page);
  await says(page, "22 loaded dialogues");
  await says(page, "Dialogues of Legal could not be loaded.");
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await choose(page, "Legal");
  await expect.poll(() => rows(page).count()).toBe(0);
  expect(await main(page).getByText("No scenarios match your selection").count()).toBe(0);
  await expectAccessibleInEveryAppearance(page);
  await page.unroute("**/nepali/legal/metadata.json*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await main(page).getByText("could not be loaded").count()).toBe(0);

  await page.route("**/nepali/legal/metadata.json*", answer(200, []));
  await reopen(page);
  await says(page, "22 dialogues");
  await page.getByRole("button", { name: "Filter by topic" }).click();
  await choose(page, "Legal");
  await says(page, "No scenarios match your selection");
  await says(page, "Try selecting different topics.");
  await expectAccessibleInEveryAppearance(page);
  await page.unroute("**/nepali/legal/metadata.json*");

  const released = Promise.withResolvers<void>();
  await page.route("**/nepali/metadata.json*", async (route) => {
    await released.promise;
    await answer(200, [])(route);
  });
  await reopen(page);
  await waitUntilShown(page.getByRole("status", { name: "Loading your dialogues" }));
  await expectAccessibleInEveryAppearance(page);
  released.resolve();
  await says(page, "No topics available");
  await says(page, "No topics found for your selected language.");
  await expectAccessibleInEveryAppearance(page);

  await page.unroute("**/nepali/metadata.json*");
  await page.route("**/nepali/metadata.json*", answer(403, {}));
  await reopen(page);
  await says(page, "No topics available");

  await page.unroute("**/nepali/metadata.json*");
  await page.route("**/nepali/metadata.json*", (route) => route.abort());
  await reopen(page);
  await says(page, "Your dialogues could not be loaded");
  await expectAccessibleInEveryAppearance(page);
  await page.unroute("**/nepali/metadata.json*");
  await page.getByRole("button", { name: "Try again" }).click();
  await says(page, "Page 1 of 4");
});

test("reports progress that could not be loaded, and loads it on request", async () => {
  const { page } = await openPage();
  await logIn(page, appUrl, paid);
  await says(page, "Page 1 of 4");
  const isProgress = ({ pathname }: URL) => pathname.endsWith("/home") || pathname.endsWith("/progress");
  await page.route(isProgress, answer(400, { code: "bad_request", message: "" }));
  await reopen(page);
  await says(page, "Your progress could not be loaded.");
  await page.unroute(isProgress);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Your progress could not be loaded.").waitFor({ state: "detached" });
});

test("shows a free learner's list of dialogues with and without examples", async () => {
  const { page } = await openPage();
  await page.route("**/nepali/example/metadata.json*", answer(200, []));
  await signUpFree(page, appUrl, newLearner());
  await says(page, "No scenarios found");
  await says(page, "Check back soon for new practice materials!");
  await expectAccessibleInEveryAppearance(page);
  await page.unroute("**/nepali/example/metadata.json*");
  await reopen(page);
  await says(page, "3 dialogues");
  expect(await page.getByRole("button", { name: /topic/i }).count()).toBe(0);
  expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("link", { name: "See the plans" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Choose Plus" }));
});
