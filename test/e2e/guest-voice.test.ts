import { expect, inject, test } from "vitest";
import { isMp3 } from "../../domain/sharing/mp3-header.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { shareRecordings } from "./support/shared-recordings.ts";
import { startWaiting } from "./support/start-waiting.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("a guest records and sends a voice comment as MP3, and can play it afterwards", async () => {
  const { page, problems } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(shared.url);
  await page.getByLabel("Your name").fill("Bina");
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByRole("button", { name: "Listen" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await waitUntilShown(page.getByRole("button", { name: "Listen" }));
  // Only one button saves, so that no guest saves a text without the voice by mistake.
  expect(await page.getByRole("button", { name: "Save comment" }).count()).toBe(0);
  await page.getByRole("button", { name: "Save voice comment" }).click();
  await waitUntilShown(
    page.getByRole("list", { name: "Your comments" }).getByText("The voice comment cannot be played yet."),
  );
  const [file] = shared.uploads();
  const [comment] = shared.comments();
  expect(file && isMp3(file)).toBe(true);
  expect(comment?.voice?.bytes).toBe(file?.length);
  expect(comment?.voice?.seconds).toBeGreaterThan(0.5);
  expect(comment?.text).toBe("");
  await page.reload();
  await page.getByRole("button", { name: "Play voice comment" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Pause voice comment" }));
  expect(problems).toEqual([]);
});

test("Enter in the comment field saves the recorded voice comment together with the text", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(shared.url);
  await page.getByLabel("Your name").fill("Bina");
  const field = page.getByRole("textbox", { name: "Comment", exact: true });
  const list = page.getByRole("list", { name: "Your comments" });
  const texts = ["", "Slower, please."];
  for (const [at, text] of texts.entries()) {
    await page.getByRole("button", { name: "Record a voice comment" }).click();
    await waitUntilShown(page.getByText("0:01 of 1:00"));
    await page.getByRole("button", { name: "Stop recording" }).click();
    await waitUntilShown(page.getByRole("button", { name: "Save voice comment" }));
    await field.fill(text);
    await field.press("Enter");
    await expect.poll(() => list.getByText("The voice comment cannot be played yet.").count()).toBe(at + 1);
  }
  expect(shared.comments().map(({ text, voice }) => [text, voice !== null])).toEqual(texts.map((text) => [text, true]));
});

test("a voice comment remains after a change of segments, and can be discarded", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(shared.url);
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:00 of 1:00"));
  await page.getByRole("button", { name: "Segment 2" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Record a voice comment" }));
  await page.getByRole("button", { name: /^Segment 1/ }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await waitUntilShown(page.getByRole("button", { name: "Record a voice comment" }));
  expect(shared.calls("save-guest-comment")).toBe(0);
});

test("a guest without a microphone sees a message about what to do", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotFoundError"));
  });
  await page.goto(shared.url);
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("No microphone was found. Connect one, then try again."));
});

test("a guest can retry a voice comment that could not be created", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.addInitScript(() => {
    const { decodeAudioData } = BaseAudioContext.prototype;
    let isFirst = true;
    BaseAudioContext.prototype.decodeAudioData = function (...given) {
      if (!isFirst) return decodeAudioData.apply(this, given);
      isFirst = false;
      return Promise.reject(new DOMException("", "EncodingError"));
    };
  });
  await page.goto(shared.url);
  await page.getByLabel("Your name").fill("Bina");
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  const cancelling = page.getByRole("button", { name: /^(Cancel|Save comment)$/ });
  expect(await cancelling.count(), "Cancel and Save comment are about the text only").toBe(0);
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByRole("button", { name: "Save voice comment" }).click();
  await waitUntilShown(
    page.getByText("The voice comment could not be created. Save it again, or discard it and write your comment."),
  );
  await page.getByRole("button", { name: "Save voice comment" }).click();
  await waitUntilShown(
    page.getByRole("list", { name: "Your comments" }).getByText("The voice comment cannot be played yet."),
  );
  expect(shared.uploads()).toHaveLength(1);
});

test("a voice comment is sent after the guest has entered the missing name", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(shared.url);
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByRole("button", { name: "Save voice comment" }).click();
  await waitUntilShown(page.getByText("Write your name, so that Asha knows who you are."));
  await page.getByLabel("Your name").fill("Bina");
  await page.getByLabel("Your name").press("Enter");
  await waitUntilShown(
    page.getByRole("list", { name: "Your comments" }).getByText("The voice comment cannot be played yet."),
  );
  expect(shared.uploads()).toHaveLength(1);
  await waitUntilShown(page.getByRole("button", { name: "Record a voice comment" }));
});

test("the browser asks before a guest closes the page while a voice comment is unsaved", async () => {
  const { page } = await openPage();
  const shared = await shareRecordings(page, appUrl);
  await page.goto(shared.url);
  await page.getByLabel("Your name").fill("Bina");
  await page.getByRole("button", { name: "Record a voice comment" }).click();
  await waitUntilShown(page.getByText("0:01 of 1:00"));
  await page.getByRole("button", { name: "Stop recording" }).click();
  shared.refuse({ status: 500, code: "internal_error" });
  await page.getByRole("button", { name: "Save voice comment" }).click();
  await waitUntilShown(page.getByText("Parlance has not confirmed this yet."));
  const asked = startWaiting(page.waitForEvent("dialog"));
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
});
