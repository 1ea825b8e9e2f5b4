import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { shareRecordings } from "../e2e/support/shared-recordings.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("captures a guest's page of a dialogue", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { segments: 10 });
  await page.goto(shared.url);
  const player = page.getByRole("button", { name: "Play recording" });
  await waitUntilShown(page.getByText("Good morning, Sarita."));
  await captureScene(page, "guest-opened", { inView: [page.getByLabel("Your name")] });
  await page.getByLabel("Your name").fill("Bina");
  const field = page.getByRole("textbox", { name: "Comment" });
  for (const [key, text] of [
    ["t", "“Cough” is right, but say how long."],
    ["g", "Clear and calm. Well done!"],
  ] as const) {
    await player.click();
    await waitUntilShown(page.getByRole("button", { name: "Pause recording" }));
    await page.getByRole("slider", { name: "Position in the recording" }).fill(key === "t" ? "2.4" : "5.1");
    await page.getByRole("button", { name: "Pause recording" }).focus();
    await page.keyboard.press(key);
    await field.fill(text);
    await field.press("Enter");
    await waitUntilShown(page.getByRole("list", { name: "Your comments" }).getByText(text));
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pause recording" }).click();
  await captureScene(page, "guest-commented", { at: page.getByRole("article") });
  await field.fill("You skipped the doctor's name.");
  await page.getByRole("button", { name: "डाक्टर कोलिन्स" }).click();
  await captureScene(page, "guest-writing", { at: field });
  shared.refuse({ status: 410, code: "link_ended" });
  await field.press("Enter");
  await waitUntilShown(page.getByRole("alert").getByText("This link has ended."));
  await captureScene(page, "guest-ended");
});

test("captures a guest's marking of an exam", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 2 });
  await page.goto(shared.url);
  await page.getByLabel("Your name").fill("Bina");
  await page.getByRole("button", { name: "Mark the whole exam" }).click();
  await waitUntilShown(page.getByRole("button", { name: "All correct" }));
  await page.getByRole("button", { name: "Missed: डाक्टर कोलिन्स" }).click();
  await page.getByRole("button", { name: "Others correct" }).click();
  await page.getByRole("button", { name: "Omission" }).click();
  await captureScene(page, "guest-marking", {
    at: page.getByRole("region", { name: "Marking", exact: true }),
    filled: 2,
  });
  for (let segment = 0; segment < 4; segment += 1) {
    await page.getByRole("button", { name: "Finish segment, go to next" }).click();
  }
  await waitUntilShown(page.getByRole("heading", { name: "Marking finished" }));
  await captureScene(page, "guest-marked", { at: page.getByRole("heading", { name: "Marking finished" }) });
});

test("captures the pages of links that do not open", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  shared.refuse({ status: 404, code: "link_unknown" });
  await page.goto(shared.url);
  await waitUntilShown(page.getByRole("heading", { name: "This link does not work" }));
  await captureScene(page, "guest-unknown");
});
