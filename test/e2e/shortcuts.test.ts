import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample, openMore, skipOriginal } from "./support/practice.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const idle = "Press Play Audio, listen, then interpret aloud.";

test("lets a learner practise a segment by single keys, and change these keys", async () => {
  const { page, problems } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const translated = page.getByRole("button", { name: "Play Translated Audio" });
  expect(await translated.getAttribute("aria-keyshortcuts")).toBe("t");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const row = dialog.getByRole("button", { name: /Play Translated Audio/ });
  await page.keyboard.press("t");
  await row.click();
  await page.keyboard.press("a");
  await dialog.getByText("“a” is already used for Play or Pause Audio.").waitFor();
  await row.click();
  await page.keyboard.press("Enter");
  await dialog
    .getByText(/This key cannot be used\. Select the shortcut again, then press another letter, digit or/)
    .waitFor();
  await row.click();
  await page.keyboard.press("q");
  await dialog.getByText("Play Translated Audio is now “q”.").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await says(page, idle);

  await page.reload();
  await expect.poll(() => translated.getAttribute("aria-keyshortcuts")).toBe("q");
  await page.keyboard.press("t");
  await page.keyboard.press("Control+q");
  await page.evaluate(() => document.querySelector("main")?.append(document.createElement("input")));
  await page.getByRole("main").getByRole("textbox").pressSequentially("qas");
  await says(page, idle);
  await translated.focus();
  await page.keyboard.press("q");
  await says(page, "Playing the reference.");
  await page.keyboard.press("q");
  await says(page, idle);

  await openMore(page);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await dialog.getByRole("checkbox", { name: "Use these shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await translated.getAttribute("aria-keyshortcuts")).toBeNull();
  await page.keyboard.press("q");
  await page.keyboard.press("?");
  await says(page, idle);
  expect(await dialog.count()).toBe(0);
  await openMore(page);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  expect(await dialog.getByRole("checkbox").isChecked()).toBe(true);
  expect(await row.textContent()).toBe("t");
  await page.keyboard.press("Escape");

  await page.keyboard.press("f");
  await page.keyboard.press("y");
  await page.keyboard.press("r");
  await says(page, idle);
  await page.keyboard.press("a");
  await says(page, "Listen. When the speaker finishes, interpret aloud.");
  await page.getByRole("slider", { name: "Position" }).press("End");
  await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  await says(page, "Recorded. Compare your recording with the reference, or restart to try again.");
  expect(await page.getByText("Segment 1/10").isVisible()).toBe(true);
  await page.keyboard.press("y");
  await says(page, "Playing your recording.");
  await page.keyboard.press("t");
  await says(page, "Playing the reference.");
  await page.keyboard.press("s");
  await page.getByRole("heading", { name: "Original Script" }).waitFor();
  await page.keyboard.press("r");
  const restart = page.getByRole("dialog", { name: "Restart Current Segment?" });
  await restart.waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await restart.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByText("Segment 2/10").waitFor();
  await page.keyboard.press("p");
  await page.getByText("Segment 1/10").waitFor();
  await page.keyboard.press("b");
  await page
    .getByRole("dialog", { name: "Keep your recording?" })
    .getByRole("button", { name: "Keep it" })
    .press("Enter");
  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  expect(problems).toEqual([]);
});

test("lets a learner practise a segment by touch at 360 px", async () => {
  const { page } = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  const slider = page.getByRole("slider", { name: "Position" });
  expect(await slider.isDisabled()).toBe(true);
  const card = page.getByRole("region", { name: "Your recording" });
  const place = () => card.evaluate((element: HTMLElement) => [element.offsetTop, element.offsetHeight]);
  // During a slow load, another text replaces the hint, so the positions may differ.
  await page.locator(".sound-status[data-state=ready]").waitFor({ state: "attached" });
  const idlePlace = await place();
  await page.getByRole("button", { name: "Play Audio" }).tap();
  await says(page, "Listen. When the speaker finishes, interpret aloud.");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^Original, \d+ of \d+ seconds$/);
  const box = await slider.boundingBox();
  if (!box) throw new Error("The waveform is not on the screen");
  const tapAt = (part: number) => page.touchscreen.tap(box.x + box.width * part, box.y + box.height / 2);
  const percent = async () => Number(await slider.getAttribute("aria-valuenow"));
  await tapAt(0.7);
  await expect.poll(percent).toBeGreaterThanOrEqual(69);
  await tapAt(0.2);
  await expect.poll(percent).toBeLessThan(60);
  // The percentage alone does not show that the original still plays.
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Original/);
  await tapAt(0.99);
  await page.getByText("Recording Started").waitFor();
  expect(await place()).toEqual(idlePlace);
  await page.getByRole("button", { name: "Finish Attempt" }).tap();
  const toast = page.getByText("Recording Completed").first();
  await toast.waitFor();
  const toastBox = await toast.boundingBox();
  const firstControl = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThan(firstControl?.y ?? 0);
  await page.getByRole("button", { name: "Play Your Recording" }).tap();
  await says(page, "Playing your recording.");
  expect(await place()).toEqual(idlePlace);
  await page.getByRole("button", { name: "Show Transcripts" }).tap();
  await page.getByRole("button", { name: "Larger text" }).tap();
  await page.getByRole("button", { name: "Next" }).tap();
  await page.getByText("Segment 2/10").waitFor();
  await skipOriginal(page);
});
