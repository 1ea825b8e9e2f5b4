import { expect, test } from "vitest";
import { hasPulseAudio } from "../pulse-audio.mjs";
import { launchBrowser } from "./support/browser.ts";
import { compareWithSpoken } from "./support/compare-with-spoken.ts";
import { startSoundServer } from "./support/sound-server.ts";
import { makeSpeech, makeSpeechWav } from "./support/speech-wav.ts";

const speech = { seconds: 4, sampleRate: 48_000, seed: 3, hiss: 0.02 };
const spoken = { samples: makeSpeech(speech), sampleRate: speech.sampleRate };

test.skipIf(!hasPulseAudio())("the whole of what a browser plays can be recorded outside of it", async () => {
  const sound = await startSoundServer();
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
      Buffer.from(makeSpeechWav(speech)).toString("base64"),
    );
    expect(compareWithSpoken(await played.stop(), spoken)).toMatchObject({ slips: [], unfound: [] });
  } finally {
    await browser.close();
    await sound.stop();
  }
});
