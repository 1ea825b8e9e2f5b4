import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test.each([360, 768, 1440])("a late catalogue does not shift the button “Choose Plus” at %i px", async (width) => {
  const { page } = await openPage({ viewport: { width, height: 900 } });
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/catalogue\.json/, async (route) => {
    await answered;
    await route.continue();
  });
  await signUpFree(page, appUrl, newLearner());
  await page.getByRole("link", { name: "See the plans" }).click();
  const choose = page.getByRole("button", { name: "Choose Plus" });
  await waitUntilShown(choose);
  const text = page.getByText(/^\d+ dialogues in \d+ languages/);
  expect(await text.count()).toBe(0);
  const before = await choose.boundingBox();
  release();
  await waitUntilShown(text);
  expect(await choose.boundingBox()).toEqual(before);
});
