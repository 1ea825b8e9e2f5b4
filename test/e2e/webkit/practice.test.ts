import { describe, expect, inject, test } from "vitest";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { findWebKit } from "../../engines/webkit.mjs";
import { audibleSeconds } from "../support/audible-seconds.ts";
import { finishPracticeRecording, logInFree, openDialogue } from "../support/engines/learner-steps.ts";
import { createMinuteOfSpeech } from "../support/speech-wav.ts";
import { openFileWebKit } from "./support/webkit.ts";

const appUrl = inject("appUrl");
const spoken = createMinuteOfSpeech();

describe.skipIf(!findWebKit() || !hasPulseAudio())("in WebKitGTK", () => {
  const openWebKit = openFileWebKit("with sound");

  test("a learner hears the original, records an attempt, and hears the recording and the reference", async () => {
    const { screen, sound } = await openWebKit();
    if (!sound) throw new Error("There is no sound server");
    await logInFree(screen, appUrl);
    sound.speak(spoken);
    await openDialogue(screen, "Seeing a doctor");
    const original = await sound.record();
    await screen.click("button", "Play Audio");
    await screen.shows(["button", "Finish Attempt"]);
    expect(audibleSeconds(await original.stop()), "the original").toBeGreaterThan(3);
    await finishPracticeRecording(screen, 5);
    const own = await sound.record();
    await screen.click("button", "Play Your Recording");
    await screen.showsText("Playing your recording.");
    await screen.hidesText("Playing your recording.");
    expect(audibleSeconds(await own.stop()), "the learner's own voice").toBeGreaterThan(4);
    const translation = await sound.record();
    await screen.click("button", "Play Translated Audio");
    await screen.showsText("Playing the reference.");
    await screen.click("button", "Show Transcripts");
    await screen.shows(["heading", "Original Script"], ["heading", "Translated Script"]);
    expect(audibleSeconds(await translation.stop()), "the translation").toBeGreaterThan(0);
    await screen.click("button", "Next");
    await screen.showsText("Segment 2/10");
    expect(await screen.problems()).toEqual([]);
  });
});
