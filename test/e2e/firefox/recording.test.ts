import { describe, expect, inject, test } from "vitest";
import { findFirefox } from "../../engines/firefox.mjs";
import { hasPulseAudio } from "../../engines/pulse-audio.mjs";
import { type Comparison, compareWithSpoken } from "../support/compare-with-spoken.ts";
import { finishPracticeRecording, logInFree, openDialogue, skipOriginal } from "../support/engines/learner-steps.ts";
import { applyPreEmphasis } from "../support/pre-emphasis.ts";
import { createMinuteOfSpeech } from "../support/speech-wav.ts";
import { browserRecording, recordBeside } from "./support/browser-recorder.ts";
import { openFileFirefox } from "./support/firefox.ts";

const appUrl = inject("appUrl");
const spoken = createMinuteOfSpeech();

/**
 * The longest period of the voice's pitch at the start of a syllable. At a gap, the best match of a window may be one
 * period off.
 */
const pitchPeriodMs = 10;

const missingMs = ({ lostMs, insertedMs }: Comparison) => lostMs - insertedMs;

describe.skipIf(!findFirefox() || !hasPulseAudio())("in Firefox", () => {
  const openFirefox = openFileFirefox();

  test("the recorder loses no speech that Firefox's own recorder keeps", async () => {
    const { screen, page, sound, downloaded } = await openFirefox();
    await recordBeside(page);
    await logInFree(screen, appUrl);
    sound.speak(spoken);
    await openDialogue(screen, "Seeing a doctor");
    await skipOriginal(screen);
    await finishPracticeRecording(screen, 20);
    const through = await browserRecording(page);
    await screen.click("button", "More");
    await screen.click("button", "Download Recording");
    const recording = await downloaded("example-1-segment-1-attempt-1.wav");

    const { slips, missingWindows } = compareWithSpoken(through, recording);
    expect({ slips, missingWindows }, "beside Firefox's own recording").toEqual({ slips: [], missingWindows: [] });
    const taken = compareWithSpoken(applyPreEmphasis(spoken), applyPreEmphasis(recording));
    const byFirefox = compareWithSpoken(applyPreEmphasis(spoken), applyPreEmphasis(through));
    expect(missingMs(taken), "beside the spoken file").toBeGreaterThan(-pitchPeriodMs);
    expect(missingMs(taken), "beside the spoken file").toBeLessThan(missingMs(byFirefox) + pitchPeriodMs);
    expect(taken.missingWindows.length).toBeLessThan(taken.windows / 2);

    await screen.reload();
    await screen.showsText("Recordings of this segment (1)");
    await screen.click("button", "Play Your Recording");
    await screen.showsText("Playing your recording.");
    expect(await screen.problems()).toEqual([]);
  });
});
