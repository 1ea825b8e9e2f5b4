import { expect, inject, test } from "vitest";
import { sizes } from "../screens/support/capture-scene.ts";
import { findBehindToasts, findCoveredControls } from "../screens/support/visual-checks.ts";
import { stubProviderCheck, submitForm, waitForHeading, waitForToast } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { pauseToasts } from "./support/pause-toasts.ts";
import { openExample, waitForOriginalEnd } from "./support/practice.ts";
import { nameField, refuse, saveButton } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
const telephone = { viewport: { width: 360, height: 740 } } as const;

test("a sign-up message covers no control below the header on a phone, and disappears with its page", async () => {
  const { page } = await openPage(telephone);
  await stubProviderCheck(page, appUrl, "google");
  await page.goto(`${appUrl}/signup`);
  await submitForm(page, "Create Account", newLearner());
  await waitForToast(page, "Google Account Exists");
  await pauseToasts(page);
  await expect.poll(() => findCoveredControls(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await waitForHeading(page, "Log in");
  await expect.poll(() => page.getByText("Google Account Exists").count()).toBe(0);
});

test("a failure message covers no open menu, and is replaced by the success message", async () => {
  const { page } = await openPage(telephone);
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile`);
  await refuse(page, "/profile", 500, "internal_error", "Out of order.");
  await nameField(page).fill("Asha K. Rai");
  await saveButton(page).click();
  await waitForToast(page, "Error updating profile");
  await pauseToasts(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await waitUntilShown(page.getByRole("menuitem", { name: "Log out" }));
  await expect.poll(() => findCoveredControls(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.unrouteAll();
  await saveButton(page).click();
  await waitForToast(page, "Profile updated");
  expect(await page.getByText("Error updating profile").count()).toBe(0);
});

test("a message of the practice page covers no control below the header on a phone", async () => {
  const { page } = await openPage(telephone);
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await waitForOriginalEnd(page);
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await waitForToast(page, "Recording Completed");
  await pauseToasts(page);
  await expect.poll(() => findCoveredControls(page)).toEqual([]);
});

test.each(sizes)("a message covers no transcript or control below the header at $width × $height", async (viewport) => {
  const { page } = await openPage({ viewport });
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await page.getByRole("checkbox", { name: "Keep open" }).check();
  await page.getByRole("button", { name: "Play Audio" }).click();
  await waitForOriginalEnd(page);
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await page.locator(".toast", { hasText: "Recording Completed" }).waitFor({ state: "attached" });
  await pauseToasts(page);
  await waitUntilShown(page.getByText("Recorded. Compare your recording with the reference").first());
  const covered = async () => [...(await findBehindToasts(page, ".script")), ...(await findCoveredControls(page))];
  for (const place of ["top", "middle", "end"] as const) {
    await page.evaluate((at) => {
      const last = document.documentElement.scrollHeight;
      scrollTo({ top: { top: 0, middle: last / 4, end: last }[at], behavior: "instant" });
    }, place);
    await expect.poll(covered, { message: `scrolled to the ${place}` }).toEqual([]);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await waitForToast(page, "Recording Completed");
  await page.getByRole("button", { name: "Hide Transcripts" }).click();
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await expect.poll(covered, { message: "shown while the message is there" }).toEqual([]);
});
