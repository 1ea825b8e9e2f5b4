import { expect, inject, test } from "vitest";
import { coveredControls } from "../screens/support/judge.ts";
import { answerCheck, heading, send, told } from "./support/accounts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { holdToasts } from "./support/hold-toasts.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample, originalEnds } from "./support/practice.ts";
import { nameField, refuse, saveButton } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { shown } from "./support/shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();
const telephone = { viewport: { width: 360, height: 740 } } as const;

test("a message covers nothing that can be used on a telephone, and stays behind on the page that told it", async () => {
  const { page } = await openPage(telephone);
  await answerCheck(page, appUrl, "google");
  await page.goto(`${appUrl}/signup`);
  await send(page, "Create Account", newLearner());
  await told(page, "Google Account Exists");
  await holdToasts(page);
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await heading(page, "Log in");
  await expect.poll(() => page.getByText("Google Account Exists").count()).toBe(0);
});

test("a success takes away the failure before it, and a menu that opens is not covered", async () => {
  const { page } = await openPage(telephone);
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile`);
  await refuse(page, "/profile", 500, "internal_error", "Out of order.");
  await nameField(page).fill("Asha K. Rai");
  await saveButton(page).click();
  await told(page, "Error updating profile");
  await holdToasts(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await shown(page.getByRole("menuitem", { name: "Log out" }));
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.unrouteAll();
  await saveButton(page).click();
  await told(page, "Profile updated");
  expect(await page.getByText("Error updating profile").count()).toBe(0);
});

test("where all of the window is in use, a message stands in the header", async () => {
  const { page } = await openPage(telephone);
  await signUpFree(page, appUrl, newLearner());
  await shortenAudio(page, 1);
  await openExample(page, /doctor/);
  await page.getByRole("button", { name: "Play Audio" }).click();
  await originalEnds(page);
  await page.getByRole("button", { name: "Finish Attempt" }).click();
  await told(page, "Recording Completed");
  await holdToasts(page);
  await expect.poll(() => coveredControls(page)).toEqual([]);
});
