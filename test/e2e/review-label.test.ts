import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("labels dialogues that no native interpreter has reviewed", async () => {
  const { page, problems } = await openPage();
  const dialogues = [
    { id: "example-1", scenario: "At the clinic", review: { by: "Asha Rai", on: "2026-11-01" } },
    { id: "example-2", scenario: "At school" },
  ];
  await page.route("**/nepali/example/metadata.json*", (route) =>
    route.fulfill({ json: dialogues, headers: { "access-control-allow-origin": appUrl } }),
  );
  await signUpFree(page, appUrl, newLearner());
  const row = (title: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await waitUntilShown(row("At school"));
  await waitUntilShown(row("At the clinic"));
  expect(await row("At school").innerText()).toContain("Not yet reviewed by a native interpreter");
  expect(await row("At the clinic").innerText()).not.toContain("reviewed");
  expect(problems).toEqual([]);
});
