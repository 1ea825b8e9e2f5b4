import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { decodeWav } from "../../web/src/audio/wav.ts";
import { ahead } from "./support/ahead.ts";
import { isClean } from "./support/axe.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, recordFor, storedTakes } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { makeMinuteOfSpeech } from "./support/speech-wav.ts";
import { captureBy } from "./support/spoken-take.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();
const openPage = openFileBrowser(spoken);

async function practise(page: Page): Promise<void> {
  await shortenAudio(page, 0.5);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

test("a tab that crashes in mid-take loses at most the last second, and the learner is told", async () => {
  const { page, context } = await openPage();
  await practise(page);
  await listenUntilRecording(page);
  await recordFor(page, 3.5);
  const crashed = ahead(page.waitForEvent("crash"));
  const session = await context.newCDPSession(page);
  // The command has no answer, since nobody is left to give one.
  void session.send("Page.crash").catch(() => undefined);
  await crashed;

  const later = await context.newPage();
  await shortenAudio(later, 0.5);
  await later.goto(`${appUrl}/topic/example-1`);
  await says(later, "Recording Recovered");
  await later.getByText("Recordings of this segment (1)").click();
  await later.getByText("Interrupted").waitFor();
  await later.getByRole("button", { name: "Play Your Recording" }).click();
  await says(later, "Playing your recording.");

  const [stored, ...others] = await storedTakes(later);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ attempt: 1, segmentIndex: 0, interrupted: true });
  const take = decodeWav(new Uint8Array(Buffer.from(stored?.wavBase64 ?? "", "base64")).buffer);
  if (!take) throw new Error("The take is not a WAV file");
  expect(take.samples.length / take.sampleRate).toBeGreaterThan(2);
  expect(compareWithSpoken(spoken, take)).toMatchObject({ slips: [], unfound: [] });
});

/** Ways in which a browser takes the microphone away; each is a function of what the page keeps of it. */
const losses: Record<string, () => void> = {
  "its track ends": () => window.microphone?.track.dispatchEvent(new Event("ended")),
  "it is muted": () => window.microphone?.track.dispatchEvent(new Event("mute")),
  "it is unplugged": () => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
  },
};

declare global {
  interface Window {
    microphone?: { track: MediaStreamTrack; context?: AudioContext };
  }
}

async function keepMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      const [track] = stream.getAudioTracks();
      if (track) window.microphone = { track };
      return stream;
    };
    const create = AudioContext.prototype.createMediaStreamSource;
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      if (window.microphone) window.microphone.context = this;
      return create.call(this, stream);
    };
  });
}

/** Loses the microphone in each of these ways, each in a segment of its own, every other time behind a question. */
async function loseIn(page: Page, ways: readonly (() => void)[]): Promise<void> {
  for (const [at, lose] of ways.entries()) {
    if (at > 0) await page.getByRole("button", { name: "Next" }).click();
    await listenUntilRecording(page);
    await recordFor(page, 0.5);
    const question = page.getByRole("dialog", { name: "Restart Current Segment?" });
    if (at % 2 === 0) {
      await page.getByRole("button", { name: "Restart Segment" }).click();
      await question.getByText("What you are recording now is discarded.").waitFor();
    }
    await page.evaluate(lose);
    await says(page, "The microphone stopped. What you said so far has been kept.");
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
    await expect.poll(() => storedTakes(page)).toHaveLength(at + 1);
    await page.getByRole("button", { name: "Dismiss" }).first().click();
  }
  expect((await storedTakes(page)).map(({ interrupted }) => interrupted)).toEqual(ways.map(() => true));
}

test("what was said is kept whichever way the microphone goes, behind a question too", async () => {
  const { page, context } = await openPage();
  await keepMicrophone(context);
  await practise(page);
  await loseIn(page, Object.values(losses));
});

test("what was said is kept when the system takes the sound away from a browser that captures in an audio context", async () => {
  const { page, context } = await openPage();
  await captureBy(context, "worklet");
  await keepMicrophone(context);
  await practise(page);
  await loseIn(page, [() => void window.microphone?.context?.suspend()]);
});

describe("leaving in mid-take", () => {
  const question = (page: Page) => page.getByRole("dialog", { name: "Leave while recording?" });

  test("asks first; staying goes on recording, leaving keeps what was said", async () => {
    const { page, context } = await openPage({ reducedMotion: "reduce" });
    await keepMicrophone(context);
    await practise(page);
    await listenUntilRecording(page);
    await recordFor(page, 1);
    await page.evaluate(() => history.back());
    await question(page).getByText("What you have said so far is kept on this device.").waitFor();
    await isClean(page);
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/topic/example-1");
    await page.getByRole("button", { name: "Finish Attempt" }).waitFor();

    await page.evaluate(() => history.back());
    await question(page).getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
    expect(await page.evaluate(() => window.microphone?.track.readyState)).toBe("ended");
    const [stored, ...others] = await storedTakes(page);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ attempt: 1, interrupted: true });
    expect(stored?.durationSeconds).toBeGreaterThan(1);

    await openExample(page, /doctor/);
    await page.getByRole("button", { name: "Play Your Recording", disabled: false }).waitFor();
    expect(await page.getByText("Recording Recovered").count()).toBe(0);
  });

  test("by going back to the topics asks what is to become of all recordings, and does as it is told", async () => {
    const { page } = await openPage({ reducedMotion: "reduce" });
    await practise(page);
    await listenUntilRecording(page);
    await finishAttempt(page);
    await page.getByRole("button", { name: "Next" }).click();
    await listenUntilRecording(page);
    await page.getByRole("button", { name: "Back to Topics" }).click();
    await question(page).getByText("With what you have said so far there are 2 recordings in this browser.").waitFor();
    await isClean(page);
    await question(page).getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Finish Attempt" }).waitFor();
    expect(await storedTakes(page)).toHaveLength(1);
    await page.getByRole("button", { name: "Back to Topics" }).click();
    await question(page).getByRole("button", { name: "Keep them" }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
    await expect
      .poll(() => storedTakes(page))
      .toMatchObject([
        { segmentIndex: 0, interrupted: false },
        { segmentIndex: 1, interrupted: true },
      ]);

    await openExample(page, /doctor/);
    for (let segment = 1; segment < 3; segment += 1) await page.getByRole("button", { name: "Next" }).click();
    await listenUntilRecording(page);
    await page.getByRole("button", { name: "Back to Topics" }).click();
    await question(page).getByRole("button", { name: "Remove 3 recordings" }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
    await expect.poll(() => storedTakes(page)).toEqual([]);
  });

  test("is asked about before logging out and by the browser before the tab goes, which then loses nothing", async () => {
    const { page, context } = await openPage();
    await practise(page);
    await listenUntilRecording(page);
    await recordFor(page, 1.5);
    await page.getByRole("button", { name: /Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await question(page).getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Finish Attempt" }).waitFor();

    const asked = ahead(page.waitForEvent("dialog"));
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    const gone = ahead(page.waitForEvent("close"));
    await dialog.accept();
    await gone;
    const later = await context.newPage();
    await later.goto(`${appUrl}/topic/example-1`);
    await says(later, "Recording Recovered");
    expect(await storedTakes(later)).toMatchObject([{ interrupted: true }]);
  });
});

test("a browser that stores nothing records all the same, and says that the recording will not stay", async () => {
  const { page } = await openPage();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Not in a private window", "InvalidStateError");
    };
  });
  await practise(page);
  await listenUntilRecording(page);
  await recordFor(page, 0.5);
  await finishAttempt(page);
  await says(page, "This browser stores no recordings: this one is gone when you close or reload this page.");
  await says(page, "This browser stores no recordings. Download what you want to keep before you leave this page.");
  await page.getByText("Recordings of this segment (1)").click();
  await page.getByText("Not stored", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Play Your Recording" }).click();
  await says(page, "Playing your recording.");
});

/** Lets a page find room for notes but for no sound, as on a disk that is all but full, while `setFull` says so. */
async function fillStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      const isFull = sessionStorage.getItem("full") !== null;
      if (isFull && value instanceof ArrayBuffer) throw new DOMException("No room", "QuotaExceededError");
      return put.call(this, value, key);
    };
  });
}

/** Whether storage is full, on this page and when it is loaded again. */
const setFull = (page: Page, isFull: boolean) =>
  page.evaluate((full) => {
    if (full) sessionStorage.setItem("full", "yes");
    else sessionStorage.removeItem("full");
  }, isFull);

describe("when storage is full", () => {
  const isFull = (page: Page) => page.getByText("Storage Full").first().waitFor();
  async function recordAnother(page: Page): Promise<void> {
    await fillStorage(page);
    await practise(page);
    await listenUntilRecording(page);
    await finishAttempt(page);
    await page.getByRole("button", { name: "Next" }).click();
  }

  test("a recording stays as it is until others were deleted, and is then stored whole", async () => {
    const { page } = await openPage({ reducedMotion: "reduce" });
    await recordAnother(page);
    await setFull(page, true);
    await listenUntilRecording(page);
    await recordFor(page, 2);
    await finishAttempt(page);
    await isFull(page);
    await says(page, "Storage is full, and 1 recording of this dialogue could not be stored.");
    await page.getByRole("button", { name: "Play Your Recording" }).click();
    await says(page, "Playing your recording.");
    expect(await storedTakes(page)).toHaveLength(1);
    await isClean(page);

    await page.getByRole("button", { name: "Make room" }).click();
    const panel = page.getByRole("dialog", { name: "Your recordings in this browser" });
    await panel.getByText(/1 recording, \d\.\d MB of 200 MB/).waitFor();
    await isClean(page);
    await panel.getByRole("button", { name: /^Delete 1 recording of/ }).click();
    await setFull(page, false);
    await panel.getByRole("button", { name: "Delete 1 recording", exact: true }).click();
    await says(page, "Recording Stored");
    await panel.getByRole("button", { name: "Done" }).click();
    await page.getByText("Storage is full").waitFor({ state: "detached" });
    const [stored, ...others] = await storedTakes(page);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ segmentIndex: 1, attempt: 1, interrupted: false });
    expect(stored?.durationSeconds).toBeGreaterThan(2);
    await page.reload();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Recordings of this segment (1)").waitFor();
  });

  test("what was noted of a recording before is there after a reload, as was said", async () => {
    const { page } = await openPage();
    await recordAnother(page);
    await listenUntilRecording(page);
    await recordFor(page, 3);
    await setFull(page, true);
    await recordFor(page, 5);
    await finishAttempt(page);
    await isFull(page);
    await says(page, "when you close or reload this page, its first 0:0");
    const first = await page
      .getByText(/its first 0:0\d are left/)
      .first()
      .textContent();
    const seconds = Number(/first 0:(\d\d) are/.exec(first ?? "")?.[1]);
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await says(page, "Recording Recovered");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Recordings of this segment (1)").click();
    await page.getByText("Interrupted").waitFor();
    const history = page.getByRole("region", { name: "Recordings of this segment" });
    await history.getByText(`0:0${seconds}`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Play Your Recording" }).click();
    await says(page, "Playing your recording.");
  });
});
