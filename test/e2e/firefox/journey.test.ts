import { describe, expect, inject, test } from "vitest";
import { findFirefox } from "../../firefox.mjs";
import { hasPulseAudio } from "../../pulse-audio.mjs";
import { codeFor } from "../../support/learner.ts";
import { newLearner } from "../support/learner.ts";
import { heardIn } from "../support/loudness.ts";
import { makeMinuteOfSpeech } from "../support/speech-wav.ts";
import { openFileFirefox } from "./support/firefox.ts";
import { click, clickOn, fill, gone, logInFree, openDialogue, recordTake, shown, told } from "./support/screen.ts";

const appUrl = inject("appUrl");

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("a stranger signs up, practises an example to its end, with a reload on the way, and finds how far it has come", async () => {
    const { page, problems, sound } = await openFirefox();
    const learner = newLearner();
    await page.goto(appUrl);
    await click(page, "link", "Sign up");
    await fill(page, "name", learner.name);
    await fill(page, "email", learner.email);
    await fill(page, "password", learner.password);
    await click(page, "button", "Create Account");
    await shown(page, "heading", "Check your email");
    await fill(page, "code", await codeFor(appUrl, learner.email));
    await click(page, "button", "Get Started");
    await shown(page, "heading", `Welcome, ${learner.name}`);

    sound.speak(makeMinuteOfSpeech());
    await openDialogue(page, "Seeing a doctor");
    const original = await sound.record();
    await recordTake(page, 3);
    expect(heardIn(await original.stop()), "the original").toBeGreaterThan(3);
    const own = await sound.record();
    await click(page, "button", "Play Your Recording");
    await told(page, "Playing your recording.");
    await gone(page, "Playing your recording.");
    expect(heardIn(await own.stop()), "the learner's own voice").toBeGreaterThan(2);
    const translation = await sound.record();
    await click(page, "button", "Play Translated Audio");
    await told(page, "Playing the reference translation.");
    await click(page, "button", "Show Transcripts");
    await shown(page, "heading", "Original Script");
    await shown(page, "heading", "Translated Script");
    expect(heardIn(await translation.stop()), "the translation").toBeGreaterThan(0);

    await click(page, "button", "Next");
    await told(page, "Segment 2/10");
    await page.reload();
    await told(page, "Recordings of this segment (1)");
    await click(page, "button", "Play Your Recording");
    await told(page, "Playing your recording.");

    for (let segment = 2; segment <= 10; segment += 1) {
      await click(page, "button", "Next");
      await told(page, `Segment ${segment}/10`);
    }
    await click(page, "button", "Finish");
    await shown(page, "dialog", "Scenario Complete!");
    await told(page, "Completed Segments: 1 / 10");
    await click(page, "button", "Return to Home");
    await shown(page, "dialog", "Keep your recording?");
    await click(page, "button", "Remove 1 recording");
    await shown(page, "heading", `Welcome, ${learner.name}`);
    await told(page, "1 of 10 segments");
    expect(problems).toEqual([]);
  });

  test("a refused microphone is told with what to do, and the rest of the dialogue can be used", async () => {
    const { page } = await openFirefox("refuse");
    await logInFree(page, appUrl);
    await clickOn(page, "Seeing a doctor");
    await click(page, "button", "Turn on microphone");
    await told(page, "Parlance is not allowed to use your microphone.");
    await shown(page, "button", "Try again");
    await click(page, "button", "Listen only");
    await told(page, "Listening only: Parlance is not allowed to use your microphone.");
    await click(page, "button", "Play Audio");
    await told(page, "Recording Error");
    await click(page, "button", "Play Translated Audio");
    await told(page, "Playing the reference translation.");
    await click(page, "button", "Next");
    await told(page, "Segment 2/10");
  });
});
