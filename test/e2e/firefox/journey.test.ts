import { describe, expect, inject, test } from "vitest";
import { findFirefox } from "../../engines/firefox.mjs";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { fetchCode } from "../../support/learner.ts";
import { audibleSeconds } from "../support/audible-seconds.ts";
import { finishPracticeRecording, logInFree, openDialogue, skipOriginal } from "../support/engines/learner-steps.ts";
import { newLearner } from "../support/learner.ts";
import { createSpokenFile } from "../support/speech-wav.ts";
import { openFileFirefox } from "./support/firefox.ts";

const appUrl = inject("appUrl");

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("a learner signs up, practises a segment, and reaches the end of an example dialogue", async () => {
    const { screen, sound } = await openFirefox();
    const learner = newLearner();
    await screen.open(appUrl);
    await screen.click("link", "Sign up");
    await screen.fill("textbox", "Full name", learner.name);
    await screen.fill("textbox", "Email", learner.email);
    await screen.fill("password", "Password", learner.password);
    await screen.click("button", "Create Account");
    await screen.shows(["heading", "Check Your Email"]);
    await screen.fill("textbox", "Verification code", await fetchCode(appUrl, learner.email));
    await screen.click("button", "Get Started");
    await screen.shows(["heading", `Welcome, ${learner.name}`]);

    sound.speak(createSpokenFile(10));
    await openDialogue(screen, "Seeing a doctor");
    const original = await sound.record();
    await screen.click("button", "Play Audio");
    await screen.shows(["button", "Finish Attempt"]);
    expect(audibleSeconds(await original.stop()), "the original").toBeGreaterThan(3);
    await finishPracticeRecording(screen, 3);
    const own = await sound.record();
    await screen.click("button", "Play Your Recording");
    await screen.showsText("Playing your recording.");
    await screen.hidesText("Playing your recording.");
    expect(audibleSeconds(await own.stop()), "the learner's own voice").toBeGreaterThan(2);
    const translation = await sound.record();
    await screen.click("button", "Play Translated Audio");
    await screen.showsText("Playing the reference.");
    await screen.click("button", "Show Transcripts");
    await screen.shows(["heading", "Original Script"], ["heading", "Translated Script"]);
    expect(audibleSeconds(await translation.stop()), "the translation").toBeGreaterThan(0);

    await screen.click("button", "Next");
    await screen.showsText("Segment 2/10");
    await screen.reload();
    await screen.showsText("Segment 2/10");
    await screen.click("button", "Previous");
    await screen.showsText("Recordings of this segment (1)");
    await screen.click("button", "Play Your Recording");
    await screen.showsText("Playing your recording.");

    for (let segment = 2; segment <= 10; segment += 1) {
      await screen.click("button", "Next");
      await screen.showsText(`Segment ${segment}/10`);
    }
    await screen.click("button", "Finish");
    await screen.shows(["dialog", "Scenario Complete!"]);
    await screen.showsText("Completed Segments: 1 / 10");
    await screen.click("radio", "Remove");
    await screen.click("button", "Return to Home");
    await screen.shows(["heading", `Welcome, ${learner.name}`]);
    await screen.showsText("1 of 10 segments");
    expect(await screen.problems()).toEqual([]);
  });

  test("the practice page explains a denied microphone, and still plays the reference", async () => {
    const { screen } = await openFirefox("refuse");
    await logInFree(screen, appUrl);
    await screen.click("link", { with: "Seeing a doctor" });
    await screen.click("button", "Turn on microphone");
    await screen.showsText("Parlance is not allowed to use your microphone.");
    await screen.shows(["button", "Try again"]);
    await screen.click("button", "Skip");
    await screen.showsText("Parlance could not use your microphone.");
    await skipOriginal(screen);
    await screen.showsText("Recording Error");
    await screen.click("button", "Play Translated Audio");
    await screen.showsText("Playing the reference.");
    await screen.click("button", "Next");
    await screen.showsText("Segment 2/10");
  });
});
