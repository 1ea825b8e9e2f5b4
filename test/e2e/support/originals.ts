import type { Page } from "playwright-core";
import type { Signal } from "./correlate.ts";
import { createSpeech, createSpeechWav } from "./speech-wav.ts";

/** An original in which every quarter of a second is unique. */
export type SpokenOriginal = Signal & {
  wav: ArrayBuffer;
};

export function createOriginal(seconds: number): SpokenOriginal {
  const speech = { seconds, sampleRate: 48_000, seed: 5, hiss: 0.02 };
  return { samples: createSpeech(speech), sampleRate: speech.sampleRate, wav: createSpeechWav(speech) };
}

export async function replaceOriginals(page: Page, { wav }: SpokenOriginal): Promise<void> {
  const body = Buffer.from(wav);
  await page.route("**/segments/*.mp3*", (route) =>
    route.fulfill({ body, contentType: "audio/mpeg", headers: { "access-control-allow-origin": "*" } }),
  );
}
