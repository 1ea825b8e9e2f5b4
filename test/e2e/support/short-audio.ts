import type { Page } from "playwright-core";
import { makeSpeechWav } from "./speech-wav.ts";

/** Replaces all recordings of the content by some sound of this length, in seconds. */
export async function shortenAudio(page: Page, seconds: number): Promise<void> {
  const body = Buffer.from(makeSpeechWav({ seconds, seed: 21 }));
  await page.route("**/segments/*.mp3*", (route) =>
    route.fulfill({ body, contentType: "audio/mpeg", headers: { "access-control-allow-origin": "*" } }),
  );
}
