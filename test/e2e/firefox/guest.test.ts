import { describe, expect, inject, test } from "vitest";
import { findFirefox } from "../../engines/firefox.mjs";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { chooseFreePlanFor, createLearner } from "../../support/learner.ts";
import { audibleSeconds } from "../support/audible-seconds.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment } from "../support/exam-attempts.ts";
import { shareElsewhere } from "../support/share-elsewhere.ts";
import { openFileFirefox } from "./support/firefox.ts";

const appUrl = inject("appUrl");

async function shareExam() {
  const learner = await createLearner(appUrl);
  await chooseFreePlanFor(appUrl, learner.tokens.AccessToken);
  const dialogues = ["example-1", "example-2"].map((id) =>
    exampleDialogue(id, [interpretedSegment(11), interpretedSegment(11)]),
  );
  return shareElsewhere(appUrl, learner, await createExamAttempt(appUrl, learner, dialogues));
}

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("a guest marks an exam on a page 360 px wide, and can read unsaved text after the link ends", async () => {
    const shared = await shareExam();
    const { screen, page, sound } = await openFirefox();
    await page.setViewport({ width: 360, height: 740 });
    await screen.open(shared.link);
    await screen.fill("textbox", "Your name", "Bina");
    const heard = await sound.record();
    await screen.click("button", "Play recording");
    await screen.shows(["button", "Pause recording"]);
    // Typing pauses the playback, so the guest first listens for a second.
    const secondsHeard = () => page.$eval("input[type=range]", (slider) => Number(slider.value));
    await expect.poll(secondsHeard).toBeGreaterThan(1);
    await screen.fill("textbox", "Comment", "Too slow.");
    await screen.shows(["button", "Play recording"]);
    expect(audibleSeconds(await heard.stop()), "the recording").toBeGreaterThan(0.5);
    await screen.click("button", "Save comment");
    await screen.shows(["button", "Delete"]);
    await screen.click("button", "Mark the whole exam");
    for (let segment = 0; segment < 4; segment += 1) {
      await screen.click("button", "All correct");
      if (segment === 1) await screen.click("button", "Omission");
      await screen.click("button", "Finish segment");
    }
    await screen.shows(["heading", "Marking finished"]);
    await screen.showsText("44.5 of 45");
    await screen.showsText("89.5 of 90");
    await screen.showsText("Your marks are saved.");
    const { share, comments } = await shared.feedback();
    expect(comments).toMatchObject([{ text: "Too slow.", guest_name: "Bina", dialogue: 0, segment: 0 }]);
    expect(share.guests).toMatchObject([{ name: "Bina", comments: 1, marking_id: expect.any(String) }]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, "nothing overflows").toBeLessThanOrEqual(0);
    expect(await screen.problems()).toEqual([]);

    await screen.fill("textbox", "Comment", "One more thing");
    await shared.revoke();
    await screen.click("button", "Save comment");
    await screen.showsText("This link has ended.");
    await screen.showsText("One more thing");
    await screen.reload();
    await screen.shows(["heading", "This link has ended"]);
    await screen.showsText("One more thing");
  });
});
