import { describe, expect, inject, test } from "vitest";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { findWebKit } from "../../engines/webkit.mjs";
import { finishTake, logInFree, openDialogue } from "../support/engines/learner-steps.ts";
import { heardIn } from "../support/loudness.ts";
import { makeMinuteOfSpeech } from "../support/speech-wav.ts";
import { openFileWebKit } from "./support/webkit.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();

describe.skipIf(!findWebKit() || !hasPulseAudio())("in WebKitGTK", () => {
  const openWebKit = openFileWebKit("with sound");

  test("plays the original, records, and plays the recording and the reference", async () => {
    const { screen, sound } = await openWebKit();
    if (!sound) throw new Error("There is no sound server");
    await logInFree(screen, appUrl);
    sound.speak(spoken);
    await openDialogue(screen, "Seeing a doctor");
    const original = await sound.record();
    await screen.click("button", "Play Audio");
    await screen.shows(["button", "Finish Attempt"]);
    expect(heardIn(await original.stop()), "the original").toBeGreaterThan(3);
    await finishTake(screen, 5);
    const own = await sound.record();
    await screen.click("button", "Play Your Recording");
    await screen.told("Playing your recording.");
    await screen.gone("Playing your recording.");
    expect(heardIn(await own.stop()), "the learner's own voice").toBeGreaterThan(4);
    const translation = await sound.record();
    await screen.click("button", "Play Translated Audio");
    await screen.told("Playing the reference.");
    await screen.click("button", "Show Transcripts");
    await screen.shows(["heading", "Original Script"], ["heading", "Translated Script"]);
    expect(heardIn(await translation.stop()), "the translation").toBeGreaterThan(0);
    await screen.click("button", "Next");
    await screen.told("Segment 2/10");
    expect(await screen.problems()).toEqual([]);
  });
});
