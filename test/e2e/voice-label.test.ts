import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample } from "./support/practice.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("a dialogue warns that a synthetic voice for comprehension is not a model of pronunciation", async () => {
  const { page, problems } = await openPage();
  const licence = { text: "CC BY 4.0", voices: "synthetic" };
  await page.route("**/nepali/example/metadata.json*", (route) =>
    route.fulfill({
      json: [{ id: "example-1", scenario: "At the clinic", licence, voice_fit: "comprehension" }],
      headers: { "access-control-allow-origin": appUrl },
    }),
  );
  await signUpFree(page, appUrl, newLearner());
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "At the clinic" });
  await waitUntilShown(row);
  expect(await row.innerText()).not.toContain("ynthetic");
  await openExample(page, /At the clinic/);
  await waitUntilShown(page.getByText("Synthetic voice", { exact: false }).first());
  await page.getByRole("button", { name: "Show Transcripts" }).click();
  await waitUntilShown(page.getByText("Synthetic voice: good for understanding, not as a model of pronunciation."));
  expect(problems).toEqual([]);
});
