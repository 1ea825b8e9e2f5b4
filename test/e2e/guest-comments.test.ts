import type { Page, Route } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { shareRecordings } from "./support/shared-recordings.ts";
import type { SharedRecordings, ShareOptions } from "./support/shared-stand-in.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Comment" });
const nameField = (page: Page) => page.getByLabel("Your name");
const list = (page: Page) => page.getByRole("list", { name: "Your comments on this segment" });
const slider = (page: Page) => page.getByRole("slider", { name: "Position in the recording" });
const segment = (page: Page, at: number) => page.getByRole("heading", { name: `Segment ${at}`, exact: true });

type OpenGuest = { page: Page; shared: SharedRecordings; problems: string[] };

async function openShare(options: ShareOptions = {}, name = "Bina"): Promise<OpenGuest> {
  const { page, context, problems } = await openPage();
  await context.grantPermissions(["microphone", "clipboard-read", "clipboard-write"]);
  const shared = await shareRecordings(page, appUrl, options);
  await page.goto(shared.url);
  await waitUntilShown(nameField(page));
  if (name !== "") await nameField(page).fill(name);
  return { page, shared, problems };
}

async function play(page: Page, sound: string): Promise<void> {
  await button(page, `Play ${sound}`).click();
  await waitUntilShown(button(page, `Pause ${sound}`));
}

test("a guest plays a recording, and comments on a moment in the recording", async () => {
  const { page, shared, problems } = await openShare();
  await waitUntilShown(page.getByRole("heading", { name: "Asha asks for your feedback on 3 recordings of" }));
  await waitUntilShown(page.getByText("The link expires on 10 December 2026."));
  await play(page, "recording");
  await slider(page).fill("3.4");
  await field(page).fill("Too slow here.");
  await waitUntilShown(button(page, "Play recording"));
  const moment = Number.parseFloat((await page.getByLabel("Moment of the comment").innerText()).slice(2));
  expect(moment).toBeGreaterThanOrEqual(3.4);
  await button(page, "A tenth of a second earlier").click();
  await field(page).press("Enter");
  await waitUntilShown(button(page, "Pause recording"));
  await waitUntilShown(list(page).getByText("Too slow here."));
  await expect.poll(() => shared.comments()).toMatchObject([{ text: "Too slow here.", kind: "meaning", segment: 0 }]);
  expect(shared.comments()[0]?.at_seconds).toBeCloseTo(moment - 0.1, 5);
  expect(problems).toEqual([]);
});

test("the comment field handles Shift+Enter, Escape, and Enter in an input method", async () => {
  const { page, shared } = await openShare();
  await field(page).fill("first");
  await field(page).press("Shift+Enter");
  await field(page).pressSequentially("second");
  await field(page).evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
  });
  expect(await field(page).inputValue()).toBe("first\nsecond");
  await field(page).press("Escape");
  await expect.poll(() => field(page).inputValue()).toBe("");
  await button(page, "Next").click();
  await waitUntilShown(segment(page, 2));
  expect(await button(page, "Restore my text").count()).toBe(0);
  await button(page, "Previous").click();
  await button(page, "Restore my text").click();
  await field(page).press("Enter");
  await expect.poll(() => shared.comments()).toMatchObject([{ text: "first\nsecond", at_seconds: null }]);
});

test("a guest plays audio, changes segments and starts a comment by single keys", async () => {
  const { page, shared } = await openShare();
  await waitUntilShown(page.getByText("Good morning, Sarita."));
  await nameField(page).press("Enter");
  await page.getByRole("heading", { level: 1 }).click();
  for (const [key, sound] of [
    ["1", "original"],
    ["2", "recording"],
    ["3", "reference"],
  ] as const) {
    await page.keyboard.press(key);
    await waitUntilShown(button(page, `Pause ${sound}`));
    expect(await page.getByRole("button", { name: /^Pause / }).count()).toBe(1);
  }
  await page.keyboard.press("2");
  await waitUntilShown(button(page, "Pause recording"));
  await page.keyboard.press(" ");
  await waitUntilShown(button(page, "Play recording"));
  const position = async () => Number(await slider(page).inputValue());
  const before = await position();
  await page.keyboard.press("ArrowRight");
  await expect.poll(position).toBeCloseTo(before + 2, 0.5);
  const after = await position();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(position).toBeCloseTo(after - 0.1, 1);
  await page.keyboard.press("n");
  await waitUntilShown(segment(page, 2));
  await page.keyboard.press("p");
  await waitUntilShown(segment(page, 1));
  await page.keyboard.press("g");
  await page.keyboard.type("Well done");
  await page.keyboard.press("Enter");
  await expect.poll(() => shared.comments()).toMatchObject([{ text: "Well done", kind: "praise" }]);
});

test("a guest's comment is saved after the page has requested the missing name", async () => {
  const { page, shared } = await openShare({}, "");
  await field(page).fill("Too slow.");
  await field(page).press("Enter");
  await waitUntilShown(page.getByText("Write your name, so that Asha knows who you are."));
  await page.keyboard.type("Bina");
  await page.keyboard.press("Enter");
  await expect.poll(() => shared.comments().map(({ text }) => text)).toEqual(["Too slow."]);
  await page.reload();
  await waitUntilShown(list(page).getByText("Too slow."));
  expect(await nameField(page).inputValue()).toBe("Bina");
});

test("a guest who tries to save an empty comment sees a message about the missing text", async () => {
  const { page, shared } = await openShare();
  await button(page, "Save comment").click();
  await waitUntilShown(page.getByRole("alert").getByText("Write or record a comment, or choose what was missed."));
  await page.keyboard.type("Fine.");
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => shared.comments().map(({ text }) => text)).toEqual(["Fine."]);
});

test("a guest sees that the link has ended, and a saved comment offers “Delete” but not “Change”", async () => {
  const { page, shared } = await openShare();
  await page.setViewportSize({ width: 360, height: 740 });
  await field(page).fill("Saved.");
  await button(page, "Save comment").click();
  await waitUntilShown(list(page).getByText("Saved."));
  await field(page).fill("Too late.");
  shared.refuse({ status: 410, code: "link_ended" });
  await button(page, "Save comment").click();
  const notice = page.getByRole("alert").getByText("This link has ended.");
  await waitUntilShown(notice);
  const isInView = () => notice.evaluate((element) => element.getBoundingClientRect().top >= 0);
  await expect.poll(isInView).toBe(true);
  expect(await list(page).getByRole("button", { name: "Change" }).count()).toBe(0);
  expect(await list(page).getByRole("button", { name: "Delete" }).count()).toBe(1);
  expect(await button(page, "Record a voice comment").getAttribute("aria-disabled")).toBe("true");
});

test("a guest who tries to play a deleted recording sees that the link has ended", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.route(/recording-0-0\.mp3/, (route) => route.fulfill({ status: 404 }));
  await page.goto(shared.url);
  await waitUntilShown(button(page, "Play recording"));
  shared.refuse({ status: 410, code: "link_ended" });
  await button(page, "Play recording").click();
  await waitUntilShown(page.getByRole("alert").getByText("This link has ended."));
});

test("the drafts of a comment and of a report remain after a reload", async () => {
  const { page } = await openShare();
  await field(page).fill("Half a sent");
  await page.getByText("Delivery").click();
  await page.getByText("Report this page").click();
  await page.getByLabel("Say what is wrong").fill("This is no");
  await button(page, "Next n")
    .or(page.getByRole("button", { name: "Next" }))
    .first()
    .click();
  await waitUntilShown(segment(page, 2));
  expect(await field(page).inputValue()).toBe("");
  await page.reload();
  await waitUntilShown(segment(page, 1));
  await expect.poll(() => field(page).inputValue()).toBe("Half a sent");
  expect(await page.getByRole("radio", { name: "Delivery" }).isChecked()).toBe(true);
  expect(await page.getByLabel("Say what is wrong").inputValue()).toBe("This is no");
});

test("a comment that could not be saved remains after a reload, and is saved later", async () => {
  const { page, shared } = await openShare();
  shared.refuse({ status: 503, code: "service_unavailable" }, ["save-guest-comment"]);
  await field(page).fill("Too slow.");
  await field(page).press("Enter");
  await waitUntilShown(list(page).getByText("Parlance has not confirmed this yet. Keep this page open."));
  await page.reload();
  await waitUntilShown(list(page).getByText("Too slow."));
  expect(shared.comments()).toEqual([]);
  shared.refuse(null);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => shared.comments().map(({ text }) => text)).toEqual(["Too slow."]);
  await waitUntilShown(list(page).getByRole("button", { name: "Delete" }));
});

test("a guest can copy an unsaved comment after the link has ended", async () => {
  const { page, shared } = await openShare();
  await field(page).fill("You said “cold” inst");
  shared.refuse({ status: 410, code: "link_ended" });
  await page.evaluate(() => localStorage.setItem("probe", "kept"));
  await field(page).pressSequentially("ead of “cough”.");
  await field(page).press("Enter");
  await waitUntilShown(page.getByRole("alert").getByText("This link has ended."));
  await page.getByRole("alert").getByRole("button", { name: "Copy my text" }).click();
  await waitUntilShown(page.getByText("Copied."));
  const words = "Dialogue 1, segment 1 (Meaning): You said “cold” instead of “cough”.";
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);
  await page.reload();
  await waitUntilShown(page.getByRole("heading", { name: "This link has ended" }));
  await waitUntilShown(page.getByText(words));
});

test("a guest comments on a missed unit, changes the comment and deletes the comment", async () => {
  const { page, shared } = await openShare();
  await button(page, "डाक्टर कोलिन्स").click();
  await button(page, "Save comment").click();
  // This unit is in the first segment of example-1.
  const unit = { kind: "name", text: "Doctor Collins" };
  await expect.poll(() => shared.comments()).toMatchObject([{ text: "", unit }]);
  await waitUntilShown(list(page).getByText("Missed: डाक्टर कोलिन्स"));
  await list(page).getByRole("button", { name: "Change" }).click();
  await field(page).fill("You left out her doctor.");
  await field(page).press("Enter");
  await expect.poll(() => shared.comments()).toMatchObject([{ text: "You left out her doctor.", unit }]);
  await list(page).getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => shared.comments()).toEqual([]);
  await expect.poll(() => list(page).count()).toBe(0);
});

test("a guest deletes all own comments, and reports the page", async () => {
  const { page, shared } = await openShare();
  for (const text of ["one", "two"]) {
    await field(page).fill(text);
    await field(page).press("Enter");
    await waitUntilShown(list(page).getByText(text));
  }
  await button(page, "Delete all my feedback").click();
  await button(page, "Keep them").click();
  expect(shared.comments()).toHaveLength(2);
  await button(page, "Delete all my feedback").click();
  await button(page, "Delete everything").click();
  await waitUntilShown(page.getByText("Your feedback is deleted."));
  expect(shared.comments()).toEqual([]);
  await page.getByText("Report this page").click();
  await page.getByLabel("Say what is wrong").fill("This is a film.");
  await button(page, "Send report").click();
  await waitUntilShown(page.getByText("Thank you. This page has been reported to Parlance."));
  expect(shared.reports()).toEqual(["This is a film."]);
});

test("a guest's page requests new addresses of the recordings, and a playing recording continues", async () => {
  const { page, context } = await openPage();
  const shared = await shareRecordings(page, appUrl, { seconds: 30 });
  await context.clock.install();
  await page.goto(shared.url);
  await play(page, "recording");
  expect(shared.calls("open-share")).toBe(1);
  await context.clock.fastForward(250_000);
  await expect.poll(() => shared.calls("open-share")).toBe(2);
  await waitUntilShown(button(page, "Pause recording"));
});

test("a malformed link is refused without a request for its recordings", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(`${appUrl}/shared#short`);
  await waitUntilShown(page.getByRole("heading", { name: "This link does not work" }));
  expect(shared.calls("open-share")).toBe(0);
});

test.each([
  ["The recordings could not be opened", (route: Route) => route.fulfill({ status: 200, body: "<!doctype html>" })],
  ["Parlance cannot be reached", (route: Route) => route.abort()],
])("a guest sees “%s” if the settings cannot be loaded", async (title, answer) => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.route("**/config.json", answer);
  await page.goto(shared.url);
  await waitUntilShown(page.getByRole("heading", { name: title }));
});

test("a guest can comment even if the scripts of the dialogue cannot be loaded", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.route(/metadata\.json\?/, (route) => route.abort());
  await page.goto(shared.url);
  await waitUntilShown(page.getByText("The scripts could not be loaded."));
  await nameField(page).fill("Bina");
  await play(page, "recording");
  await field(page).fill("Fine.");
  await field(page).press("Enter");
  await expect.poll(() => shared.comments().map(({ text }) => text)).toEqual(["Fine."]);
  await page.unroute(/metadata\.json\?/);
  await button(page, "Load the scripts again").click();
  await waitUntilShown(page.getByText("Good morning, Sarita."));
});

test("a teacher reuses a stored comment, and stores another comment for reuse", async () => {
  const { page, shared } = await openShare({ savedComments: ["Say the dose first."] });
  await button(page, "Say the dose first.").click();
  await field(page).press("Enter");
  await expect.poll(() => shared.comments().map(({ text }) => text)).toEqual(["Say the dose first."]);
  await field(page).fill("Breathe.");
  await button(page, "Say the dose first.").click();
  expect(await field(page).inputValue(), "what is written stays").toBe("Breathe. Say the dose first.");
  await field(page).fill("Breathe.");
  await field(page).press("Enter");
  await list(page).getByRole("button", { name: "Keep for reuse" }).click();
  await waitUntilShown(page.getByRole("group", { name: "Your comments for reuse" }).getByText("Breathe."));
});
