import { inject, test } from "vitest";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { shareRecordings } from "../e2e/support/shared-recordings.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("captures a guest's page with the recordings of a dialogue", async () => {
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
  await page.getByRole("button", { name: "All others correct" }).click();
  await page.getByRole("button", { name: "Omission" }).click();
  await captureScene(page, "guest-marking", {
    at: page.getByRole("region", { name: "Marking", exact: true }),
    filled: 2,
  });
  for (let segment = 0; segment < 4; segment += 1) {
    await page.getByRole("button", { name: "Finish segment" }).click();
  }
  await waitUntilShown(page.getByRole("heading", { name: "Marking finished" }));
  await captureScene(page, "guest-marked", { at: page.getByRole("heading", { name: "Marking finished" }) });
});

test("captures a guest's page with a missing name, an unsaved comment and a voice comment", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl, { savedComments: ["Say the dose first."] });
  await page.goto(shared.url);
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("Too slow.");
  await field.press("Enter");
  await waitUntilShown(page.getByText(/^Write your name/));
  await captureScene(page, "guest-nameless", { inView: [page.getByText(/^Write your name/)] });
  await page.getByLabel("Your name").fill("Bina");
  shared.refuse({ status: 503, code: "service_unavailable" });
  await field.press("Enter");
  await waitUntilShown(page.getByText(/^Parlance has not confirmed/));
  await captureScene(page, "guest-unsaved", { at: page.getByText(/^Parlance has not confirmed/) });
  shared.refuse(null);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await waitUntilShown(page.getByRole("list", { name: "Your comments" }).getByText("Too slow."));
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  await captureScene(page, "guest-recording", { at: page.getByText(/of 1:00/), filled: 2 });
  await page.getByRole("button", { name: "Stop recording" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Save voice comment" }));
  await captureScene(page, "guest-recorded", { at: page.getByRole("button", { name: "Save voice comment" }) });
  await page.getByRole("button", { name: "Delete all my feedback" }).click();
  await page.getByText("Report this page").click();
  await captureScene(page, "guest-foot", { at: page.getByText("Report this page") });
});

test.each([
  ["unknown", { status: 404, code: "link_unknown" }, "This link does not work"],
  ["expired", { status: 410, code: "link_expired" }, "This link has expired"],
  ["blocked", { status: 403, code: "link_blocked" }, "This link is blocked"],
  ["limited", { status: 429, code: "too_many_requests" }, "Too many attempts"],
] as const)("captures the page of a link that does not open: %s", async (name, refused, title) => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  shared.refuse(refused);
  await page.goto(shared.url);
  await waitUntilShown(page.getByRole("heading", { name: title }));
  await captureScene(page, `guest-${name}`);
});

test("captures a guest's page that cannot reach Parlance", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.route(/\/shared$/, (route) => (route.request().method() === "GET" ? route.fallback() : route.abort()));
  await page.goto(shared.url);
  await waitUntilShown(page.getByRole("heading", { name: "Parlance cannot be reached" }));
  await captureScene(page, "guest-offline");
});
