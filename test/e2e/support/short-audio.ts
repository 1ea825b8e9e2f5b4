import type { Page } from "playwright-core";
import { makeSpeechWav } from "./speech-wav.ts";

/** Replaces all recordings of the content, and those that visitors try, by a WAV file, once `ready` settles. */
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

/** Replaces all recordings of the content by some sound of this length, in seconds. */
export async function shortenAudio(page: Page, seconds: number): Promise<void> {
  await replaceAudio(page, makeSpeechWav({ seconds, seed: 21 }));
}
