import type { Page } from "playwright-core";
import { encodeWav } from "../../../web/src/audio/wav.ts";

/** The content's audio is in `segments/`, and the trial's audio is in `assets/`. */
export async function replaceAudio(
  page: Page,
  wav: ArrayBuffer,
  ready: Promise<void> = Promise.resolve(),
): Promise<void> {
  const body = Buffer.from(wav);
  await page.route(/\/(segments|assets)\/[^/]*\.mp3/, async (route) => {
    await ready;
    await route.fulfill({ body, contentType: "audio/mpeg", headers: { "access-control-allow-origin": "*" } });
  });
}

/** In Hz. The rate is low, because each response passes through the DevTools protocol. */
const sampleRate = 8_000;

/** Creates a WAV file with a tone of 330 Hz, which swells twice a second. */
export function createTone(seconds: number): ArrayBuffer {
  const tone = Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
    const turns = (2 * Math.PI * at) / sampleRate;
    return 0.5 * Math.sin(turns) * Math.sin(330 * turns);
  });
  return encodeWav(tone, sampleRate);
}

export async function shortenAudio(page: Page, seconds: number): Promise<void> {
  await replaceAudio(page, createTone(seconds));
}
