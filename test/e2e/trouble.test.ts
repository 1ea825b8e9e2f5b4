import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { playOriginal, watchPlayback } from "./support/playback.ts";
import { openExample } from "./support/practice.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const says = (page: Page, text: string) => shown(page.getByText(text).first());

describe("a recording of the content that cannot be played", () => {
  const faults = [
    ["missing", { status: 403, body: "<Error/>" }, "The audio of this segment is not available."],
    ["empty", { status: 200, body: "" }, "Received empty audio file"],
    ["not MP3", { status: 200, body: "this is not a recording" }, "Failed to play audio. Please try again."],
  ] as const;

  test.each(faults)("%s: the learner is told, and goes on with the next segment", async (_, answer, message) => {
    const { page, context } = await openPage();
    await watchPlayback(context);
    await page.route("**/segments/segment-1.mp3*", (route) =>
      route.fulfill({ ...answer, headers: { "access-control-allow-origin": appUrl } }),
    );
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await page.getByRole("button", { name: "Play Audio" }).click();
    await says(page, message);
    await says(page, "You can go on with another segment.");
    await page.getByRole("button", { name: "Next" }).click();
    await shown(page.getByText("Segment 2/10"));
    await playOriginal(page);
  });

  test("a missing translation is told when it is asked for, and the original still plays", async () => {
    const { page, context } = await openPage();
    await watchPlayback(context);
    await page.route("**/segment-1_translated.mp3*", (route) => route.fulfill({ status: 404, body: "" }));
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await page.getByRole("button", { name: "Play Translated Audio" }).click();
    await says(page, "Audio Error");
    await playOriginal(page);
  });
});

describe("a scenario that cannot be opened", () => {
  test("a paid scenario asks a free learner for the plan and leads back", async () => {
    const { page } = await openPage();
    await signUpFree(page, appUrl, newLearner());
    await page.goto(`${appUrl}/topic/emp-1`);
    await shown(page.getByRole("heading", { name: "Error Loading Scenario" }));
    await says(page, "No language preference set. Please visit your profile to set a language.");
    expect(await page.getByRole("button", { name: "Try again" }).count(), "it would not help").toBe(0);
    await shown(page.getByRole("link", { name: "Choose a language" }));
    await page.getByRole("button", { name: "Go Back" }).click();
    await shown(page.getByRole("heading", { name: /Welcome/ }));
  });

  test.each([
    ["[]", "No Segments Found", "This scenario doesn't have any segments available."],
    ["{}", "Error Loading Scenario", "Invalid metadata format - expected array of segments"],
    ["not json", "Error Loading Scenario", "Failed to load scenario: Invalid metadata format"],
  ])("metadata %s: %s", async (body, title, text) => {
    const { page } = await openPage();
    await page.route("**/example-1/metadata.json*", (route) =>
      route.fulfill({ body, headers: { "access-control-allow-origin": appUrl } }),
    );
    await signUpFree(page, appUrl, newLearner());
    await page.getByRole("link", { name: /doctor/ }).click();
    await shown(page.getByRole("heading", { name: title }));
    await says(page, text);
    expect(await page.getByRole("main").innerText(), "files are none of the learner's").not.toContain("metadata.json");
    expect(await page.getByRole("button", { name: "Try again" }).count(), "it would not help").toBe(0);
  });
});

test.each([
  ["forbidden", "NotAllowedError"],
  ["missing", "NotFoundError"],
])("a %s microphone is told, and the segment can still be heard", async (_, name) => {
  const { page, context } = await openPage({ permissions: [] });
  await context.addInitScript((reason) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No microphone", reason));
  }, name);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await says(page, "Failed to start recording. Please check your microphone permissions.");
  await says(page, "Listening only: Parlance is not allowed to use your microphone.");
  await shown(page.locator('[role="slider"][aria-disabled="false"]'));
});

test("no network: a dialogue that cannot be opened says so, and opens once it is back", async () => {
  const { page, context } = await openPage();
  // Nothing of it may be there already.
  await page.route(/example-1\/metadata\.json|practice-page-/, (route) => route.abort("internetdisconnected"));
  await signUpFree(page, appUrl, newLearner());
  await shown(page.getByRole("link", { name: /doctor/ }));
  await context.setOffline(true);
  await page.getByRole("link", { name: /doctor/ }).click();
  await shown(page.getByRole("heading", { name: "You are offline" }));
  await page.unrouteAll();
  await context.setOffline(false);
  await shown(page.getByRole("button", { name: "Play Audio" }));
});

test("an unknown address says so and leads home", async () => {
  const { page, problems } = await openPage();
  await page.goto(`${appUrl}/nowhere`);
  await shown(page.getByRole("heading", { name: "Oops! Page not found" }));
  await expect.poll(() => problems.join()).toContain("404");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await shown(page.getByRole("heading", { name: "Plans" }));
});
