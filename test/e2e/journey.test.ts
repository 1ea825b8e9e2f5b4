import { expect, inject, test } from "vitest";
import { stored } from "../../web/src/browser/stored.ts";
import { fetchCode } from "../support/learner.ts";
import { type BrowserStorage, readBrowserStorage } from "./support/browser-storage.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { logIn, newLearner } from "./support/learner.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  loadStoredRecordings,
  openExample,
  returnHome,
  waitForRecordedSeconds,
} from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

function unregistered({ local, session, databases, caches, cookies }: BrowserStorage): string[] {
  const isKnown = (place: "local" | "session" | "database", found: string) =>
    Object.values(stored).some(({ place: its, key }) => {
      const pattern = key.split(/\{\w+\}/).map((part) => part.replace(/\W/g, "\\$&"));
      return its === place && new RegExp(`^${pattern.join(".+")}$`).test(found);
    });
  return [
    ...local.filter((key) => !isKnown("local", key)),
    ...session.filter((key) => !isKnown("session", key)),
    ...Object.keys(databases).filter((name) => !isKnown("database", name)),
    ...[...caches, ...cookies],
  ];
}

/** Replaces learner ids, shortens Cognito's keys to their prefix, and removes duplicates. */
const kinds = (keys: readonly string[]) => [
  ...new Set(keys.map((key) => key.replace(/[\da-f]{8}-[\da-f-]{27}/, "ID").replace(/^(Cognito\w+)\..*/, "$1"))),
];

test("a learner practises an example, and finds the progress after the next log-in", async () => {
  const { page, problems } = await openPage();
  const learner = newLearner();

  await page.goto(appUrl);
  await waitUntilShown(page.getByRole("heading", { level: 1 }));
  for (const plan of ["Free", "Plus", "Pro", "Premium"]) {
    expect(await page.getByRole("heading", { name: plan, exact: true }).isVisible()).toBe(true);
  }
  await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Full name").fill(learner.name);
  await page.getByLabel("Email").fill(learner.email);
  await page.getByLabel("Password", { exact: true }).fill(learner.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Check Your Email" }));
  await page.getByLabel("Verification code").fill(await fetchCode(appUrl, learner.email));
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitUntilShown(page.getByRole("heading", { name: `Welcome, ${learner.name}` }));
  expect(new URL(page.url()).pathname).toBe("/");
  await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(3);

  await openExample(page, /doctor/);
  expect(new URL(page.url()).pathname).toBe("/topic/example-1");
  await listenUntilRecording(page);
  expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
  await waitForRecordedSeconds(page, 1);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await waitUntilShown(page.getByText("Playing your recording.").first());
  await page.getByRole("button", { name: "Play Translated Audio" }).click();
  await waitUntilShown(page.getByText("Playing the reference.").first());
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Original Script" }));
  const whilePractising = await readBrowserStorage(page);
  expect(unregistered(whilePractising)).toEqual([]);
  expect(kinds(whilePractising.local)).toEqual(
    expect.arrayContaining(["CognitoIdentityServiceProvider", "scenario_session_ID_nepali_example-1"]),
  );
  expect(whilePractising.databases["parlance"], "a recording and its audio").toBe(2);
  expect(await page.locator("[lang=ne]").first().textContent()).toMatch(/\p{Script=Devanagari}/u);

  await page.getByRole("button", { name: "Next" }).click();
  await waitUntilShown(page.getByText("Segment 2/10"));
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  const dialog = page.getByRole("dialog", { name: "Scenario Complete!" });
  await waitUntilShown(dialog.getByText("Completed Segments: 1 / 10"));
  expect(await dialog.getByText("Not completed", { exact: true }).count()).toBe(9);
  expect(await dialog.getByText("1 attempt", { exact: true }).count()).toBe(1);
  expect(await dialog.getByText("No recording", { exact: true }).count()).toBe(9);
  await dialog.getByRole("button", { name: "9 segments left · Continue" }).click();
  await waitUntilShown(page.getByText("Segment 2/10"));
  expect(await dialog.count()).toBe(0);
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await returnHome(page);
  await waitUntilShown(page.getByRole("link", { name: /doctor.*1 of 10 segments/ }));
  await expect.poll(() => loadStoredRecordings(page)).toEqual([]);

  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Support" }).click();
  await page.getByLabel("Title").fill("No sound");
  expect(unregistered(await readBrowserStorage(page))).toEqual([]);
  await page.evaluate(() => {
    for (const key of ["recording_a", "attempts_b", "userProgress_c", "of-somebody-else"])
      localStorage.setItem(key, "1");
  });
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  await waitUntilShown(page.getByText("Logged out").first());
  const { session, ...afterLogOut } = await readBrowserStorage(page);
  expect(afterLogOut).toEqual({
    local: ["of-somebody-else", "parlance_microphone_checked"],
    databases: {
      parlance: 0,
      "parlance-audio": 0,
      "parlance-exam": 0,
      "parlance-held": 0,
      "parlance-mocks": 0,
      "parlance-session": 0,
      "parlance-shared": 0,
      "parlance-study": 0,
    },
    caches: [],
    cookies: [],
  });
  expect(session.filter((key) => key !== "react-router-scroll-positions")).toEqual([]);
  await logIn(page, appUrl, learner);
  await waitUntilShown(page.getByRole("link", { name: /doctor.*1 of 10 segments/ }));
  expect(problems).toEqual([]);
});
