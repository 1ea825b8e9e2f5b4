import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import {
  finishAttempt,
  goToLastSegment,
  listenUntilRecording,
  openExample,
  openMore,
  waitForOriginalEnd,
} from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test.each(["/", "/nowhere"])("shows visitors the page %s without accessibility faults", async (path) => {
  const { page } = await openPage();
  await page.goto(appUrl + path);
  await waitUntilShown(page.getByRole("heading", { level: 1 }));
  await expectAccessibleInEveryAppearance(page);
});

test("shows Home and practice in several states without accessibility faults", async () => {
  const { page } = await openPage({ microphoneChecked: false });
  await shortenAudio(page, 1);
  await signUp(page, appUrl, newLearner());
  await waitUntilShown(page.getByRole("button", { name: "Get Started" }));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitUntilShown(page.getByRole("link", { name: /doctor/ }));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await waitUntilShown(page.getByRole("menuitem", { name: "Log out" }));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  await openExample(page, /doctor/);
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Turn on microphone" }).click();
  await waitUntilShown(page.getByLabel("Microphone", { exact: true }));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Start practising" }).click();
  await expectAccessibleInEveryAppearance(page);
  await openMore(page);
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await waitUntilShown(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
  await expectAccessibleInEveryAppearance(page);
  await page.keyboard.press("Escape");
  await listenUntilRecording(page);
  await expectAccessibleInEveryAppearance(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Restart Segment" }).click();
  await waitUntilShown(page.getByRole("dialog"));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await goToLastSegment(page);
  await page.getByRole("button", { name: "Finish" }).click();
  await waitUntilShown(page.getByRole("dialog", { name: "Scenario Complete!" }));
  await expectAccessibleInEveryAppearance(page);
});

test("lets a learner choose a plan and practise a segment by keyboard alone", async () => {
  const { page } = await openPage();
  await shortenAudio(page, 1);
  await signUp(page, appUrl, newLearner());
  const press = async (name: string, role: "button" | "link" = "button") => {
    const target = page.getByRole(role, { name, disabled: false });
    await waitUntilShown(target);
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  };
  await press("Get Started");
  await press("Seeing a doctor about a cough Example", "link");
  await press("Play Audio");
  await waitForOriginalEnd(page);
  await press("Finish Attempt");
  // “Finish Attempt” becomes “Play Your Recording” and keeps the focus.
  const playOwn = page.getByRole("button", { name: "Play Your Recording" });
  await waitUntilShown(playOwn);
  expect(await playOwn.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await waitUntilShown(page.getByText("Playing your recording.").first());
  await press("Show Transcripts");
  await press("Next");
  await waitUntilShown(page.getByText("Segment 2/10"));
});
