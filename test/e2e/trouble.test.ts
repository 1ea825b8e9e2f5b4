import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, openPage } from "./support/browser.ts";
import { codeFor, logIn, newLearner, signUp, signUpFree } from "./support/learner.ts";
import { playOriginal, watchPlayback } from "./support/playback.ts";
import { openExample } from "./support/practice.ts";

const appUrl = inject("appUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

describe("a recording of the content that cannot be played", () => {
  const faults = [
    ["missing", { status: 403, body: "<Error/>" }, "The audio of this segment is not available."],
    ["empty", { status: 200, body: "" }, "Received empty audio file"],
    ["not MP3", { status: 200, body: "this is not a recording" }, "Failed to play audio. Please try again."],
  ] as const;

  test.each(faults)("%s: the learner is told, and goes on with the next segment", async (_, answer, message) => {
    const { page, context } = await openPage(browser);
    await watchPlayback(context);
    await page.route("**/segments/segment-1.mp3*", (route) =>
      route.fulfill({ ...answer, headers: { "access-control-allow-origin": appUrl } }),
    );
    await signUpFree(page, appUrl, newLearner());
    await openExample(page, /doctor/);
    await page.getByRole("button", { name: "Play Audio" }).click();
    await says(page, message);
    await says(page, "Press Play Audio, listen, then interpret aloud.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Segment 2/10").waitFor();
    await playOriginal(page);
  });

  test("a missing translation is told when it is asked for, and the original still plays", async () => {
    const { page, context } = await openPage(browser);
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
    const { page } = await openPage(browser);
    await signUpFree(page, appUrl, newLearner());
    await page.goto(`${appUrl}/topic/emp-1`);
    await page.getByRole("heading", { name: "Error Loading Scenario" }).waitFor();
    await says(page, "No language preference set. Please visit your profile to set a language.");
    await page.getByRole("button", { name: "Go Back" }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  });

  test.each([
    ["[]", "No Segments Found", "This scenario doesn't have any segments available."],
    ["{}", "Error Loading Scenario", "Invalid metadata format - expected array of segments"],
    ["not json", "Error Loading Scenario", "Failed to load segments for nepali/example/example-1/metadata.json"],
  ])("metadata %s: %s", async (body, title, text) => {
    const { page } = await openPage(browser);
    await page.route("**/example-1/metadata.json*", (route) =>
      route.fulfill({ body, headers: { "access-control-allow-origin": appUrl } }),
    );
    await signUpFree(page, appUrl, newLearner());
    await page.getByRole("link", { name: /doctor/ }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    await says(page, text);
  });
});

test.each([
  ["forbidden", "NotAllowedError"],
  ["missing", "NotFoundError"],
])("a %s microphone is told, and the segment can still be heard", async (_, name) => {
  const { page, context } = await openPage(browser, { permissions: [] });
  await context.addInitScript((reason) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No microphone", reason));
  }, name);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await says(page, "Failed to start recording. Please check your microphone permissions.");
  await says(page, "Listen. Recording starts when the speaker ends.");
});

test("no network: the list says so and loads once it is back", async () => {
  const { page, context } = await openPage(browser);
  // Nothing of it may be there already.
  await page.route("**/example-1/metadata.json*", (route) => route.abort("internetdisconnected"));
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: /doctor/ }).waitFor();
  await context.setOffline(true);
  await page.getByRole("link", { name: /doctor/ }).click();
  await page.getByRole("heading", { name: /Something went wrong|Error Loading Scenario/ }).waitFor();
  await page.unroute("**/example-1/metadata.json*");
  await context.setOffline(false);
  await page.getByRole("button", { name: /Load again|Try again/ }).click();
  await page.getByRole("button", { name: "Play Audio" }).waitFor();
});

test("a session that cannot be renewed for want of a network is not taken for a log-out", async () => {
  const { page } = await openPage(browser);
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => /\.(access|id)Token$/.test(name))) {
      const [head, claims = "", signature] = (localStorage.getItem(key) ?? "").split(".");
      const past = JSON.stringify({ ...JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))), exp: 1 });
      localStorage.setItem(key, [head, btoa(past), signature].join("."));
    }
  });
  const isSignIn = (url: URL) => url.port === String(Number(new URL(appUrl).port) + 2);
  await page.route(isSignIn, (route) => route.abort("internetdisconnected"));
  await page.reload();
  await page.getByRole("heading", { name: "Parlance cannot be reached" }).waitFor();
  await page.unroute(isSignIn);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: `Welcome, ${learner.name}` }).waitFor();
});

describe("signing up and in", () => {
  test("a wrong password and an unknown e-mail are refused in the same words", async () => {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    const stranger = await openPage(browser);
    for (const attempt of [{ ...learner, password: "wrong horse" }, newLearner()]) {
      await logIn(stranger.page, appUrl, attempt);
      await says(stranger.page, "Incorrect email or password.");
    }
  });

  test("a wrong code is refused, and a new one can be had", async () => {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await page.goto(`${appUrl}/signup`);
    await page.getByLabel("Full name").fill(learner.name);
    await page.getByLabel("Email").fill(learner.email.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByLabel("Verification code").fill("000000");
    await page.getByRole("button", { name: "Verify Code" }).click();
    await says(page, "Invalid verification code");
    await page.getByRole("button", { name: "Resend Code" }).click();
    await says(page, "Verification Code Resent");
    await page.getByLabel("Verification code").fill(await codeFor(appUrl, learner.email));
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByRole("heading", { name: "Choose Your Plan" }).waitFor();
  });

  test("an account that exists is told at sign-up, and the learner is led to log in", async () => {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await signUp(page, appUrl, learner);
    const again = (await openPage(browser)).page;
    await again.goto(`${appUrl}/signup`);
    await again.getByLabel("Full name").fill(learner.name);
    await again.getByLabel("Email").fill(learner.email);
    await again.getByLabel("Password", { exact: true }).fill(learner.password);
    await again.getByRole("button", { name: "Create Account" }).click();
    await says(again, "Account Already Exists");
    await again.getByRole("heading", { name: "Log in" }).waitFor();
  });

  test("an unconfirmed learner who logs in is led to the code", async () => {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await page.goto(`${appUrl}/signup`);
    await page.getByLabel("Full name").fill(learner.name);
    await page.getByLabel("Email").fill(learner.email);
    await page.getByLabel("Password", { exact: true }).fill(learner.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    const later = (await openPage(browser)).page;
    await logIn(later, appUrl, learner);
    await says(later, "Email Verification Required");
    await later.getByRole("heading", { name: "Check your email" }).waitFor();
  });

  test("a page that needs a login remembers where the visitor wanted to go", async () => {
    const { page } = await openPage(browser);
    const learner = newLearner();
    await signUpFree(page, appUrl, learner);
    const later = (await openPage(browser)).page;
    await later.goto(`${appUrl}/topic/example-2`);
    await later.getByRole("heading", { name: "Log in" }).waitFor();
    await later.getByLabel("Email").fill(learner.email);
    await later.getByLabel("Password", { exact: true }).fill(learner.password);
    await later.getByRole("button", { name: "Login" }).click();
    await later.getByRole("button", { name: "Play Audio" }).waitFor();
    expect(new URL(later.url()).pathname).toBe("/topic/example-2");
  });

  test("an unknown address says so and leads home", async () => {
    const { page, problems } = await openPage(browser);
    await page.goto(`${appUrl}/nowhere`);
    await page.getByRole("heading", { name: "Oops! Page not found" }).waitFor();
    expect(problems.join()).toContain("404");
    await page.getByRole("link", { name: "Return to Home" }).click();
    await page.getByRole("heading", { name: "Plans" }).waitFor();
  });
});
