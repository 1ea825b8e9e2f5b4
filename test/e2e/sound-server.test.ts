import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPulseAudio } from "../engines/pulse-audio.mjs";
import { launchBrowser } from "./support/browser.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { type SoundServer, startSoundServer } from "./support/sound-server.ts";
import { createSpeech, createSpeechWav } from "./support/speech-wav.ts";

const speech = { seconds: 4, sampleRate: 48_000, seed: 3, hiss: 0.02 };
const spoken = { samples: createSpeech(speech), sampleRate: speech.sampleRate };

describe.skipIf(!hasPulseAudio())("the sound server", () => {
  let sound: SoundServer;
  beforeAll(async () => {
    sound = await startSoundServer();
  });
  afterAll(() => sound.stop());

  test("records the played audio without a gap", async () => {
    const played = await sound.record();
    await sound.play(spoken);
    expect(compareWithSpoken(await played.stop(), spoken)).toMatchObject({ slips: [], missingWindows: [] });
  });

  test("records enough of a browser's playback to identify the audio", async () => {
    const browser = await launchBrowser({ sound });
    try {
      const page = await browser.newPage();
      const played = await sound.record();
      await page.evaluate(
        async (wav) => {
          const audio = new Audio(`data:audio/wav;base64,${wav}`);
          await audio.play();
          await new Promise((resolve) => audio.addEventListener("ended", resolve));
        },
        Buffer.from(createSpeechWav(speech)).toString("base64"),
      );
      // A browser on a busy machine may delay much of the audio. Two windows are enough to identify the audio.
      const { missingWindows, windows } = compareWithSpoken(await played.stop(), spoken);
      expect(windows - missingWindows.length).toBeGreaterThan(1);
    } finally {
      await browser.close();
    }
  });
});
