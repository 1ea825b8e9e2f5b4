import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { playOriginal, watchPlayback } from "./support/playback.ts";
import { openExample } from "./support/practice.ts";
import { scriptUrlPattern } from "./support/script-url-pattern.ts";
import { segmentAudioPattern } from "./support/segment-audio-pattern.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const says = (page: Page, text: string) => waitUntilShown(page.getByText(text).first());

test("reports audio that cannot be played, and lets the learner continue with the next segment", async () => {
  const { page, context } = await openPage();
  await watchPlayback(context);
  const faults = [
    [{ status: 403, body: "<Error/>" }, "The audio of this segment is not available."],
    [{ status: 200, body: "" }, "Received empty audio file"],
    [{ status: 200, body: "this is not a recording" }, "Failed to play audio. Please try again."],
  ] as const;
  for (const [at, [answer]] of faults.entries()) {
    await page.route(segmentAudioPattern(at + 1), (route) =>
      route.fulfill({ ...answer, headers: { "access-control-allow-origin": appUrl } }),
    );
  }
  await page.route(segmentAudioPattern(4, "translation"), (route) => route.fulfill({ status: 404, body: "" }));
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  for (const [at, [, message]] of faults.entries()) {
    await waitUntilShown(page.getByText(`Segment ${at + 1}/10`));
    await page.getByRole("button", { name: "Play Audio" }).click();
    await says(page, message);
    await says(page, "Continue with another segment.");
    await page.getByRole("button", { name: "Next" }).click();
  }
  await waitUntilShown(page.getByText("Segment 4/10"));
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await says(page, "Audio Error");
  await playOriginal(page);
});

test("explains why a dialogue cannot be opened, and returns to Home", async () => {
  const { page } = await openPage();
  const disorders = [
    [/doctor/, "example-1", "[]", "No Segments Found", "This scenario doesn't have any segments available."],
    [
      /rent a flat/,
      "example-2",
      "{}",
      "Error Loading Scenario",
      "Invalid metadata format - expected array of segments",
    ],
    [
      /primary school/,
      "example-3",
      "not json",
      "Error Loading Scenario",
      "Failed to load scenario: Invalid metadata format",
    ],
  ] as const;
  for (const [, id, body] of disorders) {
    await page.route(`**/${id}/metadata.json*`, (route) =>
      route.fulfill({ body, headers: { "access-control-allow-origin": appUrl } }),
    );
  }
  await signUpFree(page, appUrl, newLearner());
  for (const [title, , , heading, text] of disorders) {
    await page.getByRole("link", { name: title }).click();
    await waitUntilShown(page.getByRole("heading", { name: heading }));
    await says(page, text);
    expect(await page.getByRole("main").innerText(), "the learner sees no file names").not.toContain("metadata.json");
    expect(await page.getByRole("button", { name: "Try again" }).count(), "it would not help").toBe(0);
    await page.getByRole("button", { name: "Go Back" }).click();
    await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
  }
  await page.goto(`${appUrl}/topic/emp-1`);
  await waitUntilShown(page.getByRole("heading", { name: "Error Loading Scenario" }));
  await says(page, "No language preference set. Please visit your profile to set a language.");
  expect(await page.getByRole("button", { name: "Try again" }).count(), "it would not help").toBe(0);
  await waitUntilShown(page.getByRole("link", { name: "Choose a language" }));
  await page.getByRole("button", { name: "Go Back" }).click();
  await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
});

test("opens a dialogue after an offline failure when the network is back", async () => {
  const { page, context } = await openPage();
  // Prevents the preload of these two files.
  for (const file of [/example-1\/metadata\.json/, scriptUrlPattern("practice")]) {
    await page.route(file, (route) => route.abort("internetdisconnected"));
  }
  await signUpFree(page, appUrl, newLearner());
  await waitUntilShown(page.getByRole("link", { name: /doctor/ }));
  await context.setOffline(true);
  await page.getByRole("link", { name: /doctor/ }).click();
  await waitUntilShown(page.getByRole("heading", { name: "You are offline" }));
  await page.unrouteAll();
  await context.setOffline(false);
  await waitUntilShown(page.getByRole("button", { name: "Play Audio" }));
});

test("reports an unknown address, and links a visitor to the landing page", async () => {
  const { page, problems } = await openPage();
  await page.goto(`${appUrl}/nowhere`);
  await waitUntilShown(page.getByRole("heading", { name: "Oops! Page not found" }));
  await expect.poll(() => problems.join()).toContain("404");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Plans" }));
});
