import { describe, expect, inject, test } from "vitest";
import { decodeWav } from "../../../web/src/audio/wav.ts";
import { findFirefox } from "../../engines/firefox.mjs";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { audibleSeconds } from "../support/audible-seconds.ts";
import { logInFree, waitUntilRecorded } from "../support/engines/learner-steps.ts";
import { readStoredRecordings, type StoredRecordingFile } from "../support/practice.ts";
import { createSpokenFile } from "../support/speech-wav.ts";
import { openFileFirefox } from "./support/firefox.ts";
import { shortenContent } from "./support/short-content.ts";

const appUrl = inject("appUrl");

function voiceSeconds({ wavBase64 }: StoredRecordingFile): number {
  const recording = decodeWav(new Uint8Array(Buffer.from(wavBase64, "base64")).buffer);
  return recording ? audibleSeconds(recording) : 0;
}

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("a learner takes a short exam and plays a recording on its marking sheet", async () => {
    const { screen, page, sound } = await openFirefox();
    await shortenContent(page, 1, 0.5);
    await logInFree(screen, appUrl);
    sound.speak(createSpokenFile(10));
    await screen.open(`${appUrl}/exam/run`);
    await screen.showsText("The dialogues are on this device.");
    await screen.click("button", "Check your microphone");
    await screen.click("button", "Turn on microphone");
    await screen.showsText("Say something");
    await screen.click("button", "Done");
    await screen.showsText("Checked.");
    await screen.click("button", "Start the exam");
    await screen.click("button", "Start this dialogue");
    // The page shows the recorded time of both dialogues, so the second wait is for 4 s.
    await waitUntilRecorded(screen, 2);
    await screen.click("button", "Finish dialogue");
    await screen.click("button", "Continue to dialogue 2");
    await screen.click("button", "Start this dialogue");
    await waitUntilRecorded(screen, 4);
    await screen.click("button", "Finish exam");
    await screen.shows(["heading", "The exam is finished"]);
    await screen.showsText("You recorded 2 of 2 segments");

    const recordings = await page.evaluate(readStoredRecordings, "parlance-mocks");
    expect(recordings.map(({ mock, segmentIndex }) => [mock?.dialogue, segmentIndex])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    for (const recording of recordings) expect(voiceSeconds(recording), "the learner's voice").toBeGreaterThan(1);
    await screen.click("link", "Mark exam");
    await screen.shows(["heading", "Segment 1 of 1"]);
    const own = await sound.record();
    await screen.click("button", "Play recording");
    await screen.shows(["button", "Pause recording"]);
    await screen.shows(["button", "Play recording"]);
    expect(audibleSeconds(await own.stop()), "the played recording").toBeGreaterThan(1);
    expect(await screen.problems()).toEqual([]);
  });
});
