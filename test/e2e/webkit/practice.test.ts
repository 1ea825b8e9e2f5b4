import { describe, expect, inject, test } from "vitest";
import { hasPulseAudio } from "../../pulse-audio.mjs";
import { chooseFree, newLearner } from "../../support/learner.ts";
import { findWebKit } from "../../webkit.mjs";
import { heardIn } from "../support/loudness.ts";
import { makeMinuteOfSpeech } from "../support/speech-wav.ts";
import { openFileWebKit } from "./support/webkit.ts";

const appUrl = inject("appUrl");
const spoken = makeMinuteOfSpeech();

describe.skipIf(!findWebKit() || !hasPulseAudio())("in WebKitGTK", () => {
  const openWebKit = openFileWebKit("with sound");

  test("a learner hears the original, records, and hears that and the translation", async () => {
    const { screen, sound } = await openWebKit();
    if (!sound) throw new Error("There is no sound server");
    const { name, email, password, tokens } = await newLearner(appUrl);
    await chooseFree(appUrl, tokens.AccessToken);
    await screen.open(`${appUrl}/login`);
    await screen.fill("textbox", "Email", email);
    await screen.fill("textbox", "Password", password);
    await screen.click("button", "Log in");
    await screen.find("heading", `Welcome, ${name}`);
    sound.speak(spoken);
    await screen.click("link", /Seeing a doctor/);
    await screen.click("button", "Turn on microphone");
    await screen.told("Say something: the bar should follow your voice.");
    await screen.click("button", "Start practising");

    const original = await sound.record();
    await screen.click("button", "Play Audio");
    await screen.find("button", "Finish Attempt");
    expect(heardIn(await original.stop()), "the original").toBeGreaterThan(3);
    await screen.reads("timer", "Time recorded", "0:05");
    await screen.click("button", "Finish Attempt");
    const own = await sound.record();
    await screen.click("button", "Play Your Recording");
    await screen.told("Playing your recording.");
    await screen.gone("Playing your recording.");
    expect(heardIn(await own.stop()), "the learner's own voice").toBeGreaterThan(4);
    const translation = await sound.record();
    await screen.click("button", "Play Translated Audio");
    await screen.told("Playing the reference translation.");
    await screen.click("button", "Show Transcripts");
    await screen.shows(["heading", "Original Script"], ["heading", "Translated Script"]);
    expect(heardIn(await translation.stop()), "the translation").toBeGreaterThan(0);
    await screen.click("button", "Next");
    await screen.told("Segment 2/10");
    expect(await screen.problems()).toEqual([]);
  });
});
