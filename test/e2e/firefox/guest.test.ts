import { describe, expect, inject, test } from "vitest";
import { markedSegments, notesOf, ticksOf } from "../../../domain/exam/exam-marking.ts";
import { findFirefox } from "../../engines/firefox.mjs";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { audibleSeconds } from "../support/audible-seconds.ts";
import { openFileFirefox } from "./support/firefox.ts";
import { shareRecordings } from "./support/shared-recordings.ts";

const appUrl = inject("appUrl");

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("a guest marks a whole exam on a phone, and comments", async () => {
    const { screen, page, sound } = await openFirefox();
    await page.setViewport({ width: 360, height: 740 });
    const shared = await shareRecordings(page, appUrl, { kind: "exam", segments: 2, seconds: 3 });
    await screen.open(shared.url);
    await screen.fill("textbox", "Your name", "Bina");
    const heard = await sound.record();
    await screen.click("button", "Play recording");
    await screen.shows(["button", "Pause recording"]);
    await screen.shows(["button", "Play recording"]);
    expect(audibleSeconds(await heard.stop()), "the recording").toBeGreaterThan(1);
    await screen.fill("textbox", "Comment", "Too slow.");
    await screen.click("button", "Save comment");
    await screen.shows(["button", "Delete"]);
    await screen.click("button", "Mark the whole exam");
    for (let segment = 0; segment < 4; segment += 1) {
      await screen.click("button", "All correct");
      if (segment === 1) await screen.click("button", "Omission");
      await screen.click("button", "Finish segment, go to next");
    }
    await screen.shows(["heading", "Marking finished"]);
    await screen.showsText("44.5 of 45");
    await screen.showsText("89.5 of 90");
    await screen.showsText("All marks are saved.");
    const changes = shared.marking()?.changes ?? [];
    expect(markedSegments(changes)).toHaveLength(4);
    expect(notesOf(changes).map(({ segment }) => segment)).toEqual([1]);
    expect(ticksOf(changes).every(({ outcome }) => outcome === "carried")).toBe(true);
    expect(shared.comments().map(({ text }) => text)).toEqual(["Too slow."]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, "nothing overflows").toBeLessThanOrEqual(0);
    expect(await screen.problems()).toEqual([]);
  });
});
