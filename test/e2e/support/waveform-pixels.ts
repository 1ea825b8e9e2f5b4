import type { Page } from "playwright-core";

/**
 * One column of the painted waveform. `heard` counts the pixels of the original, and `said` counts the pixels of the
 * recording. `strength` is the strength of the strongest pixel, from 0 to 255.
 */
export type Column = { heard: number; said: number; strength: number; isPlayhead: boolean };

/** The columns from left to right. `height` is in pixels. */
export type WaveformPixels = { columns: Column[]; height: number };

/** The limits of the colours are chosen for the light colour scheme. */
export async function readWaveformPixels(page: Page): Promise<WaveformPixels> {
  const png = await page.getByRole("slider", { name: "Position" }).screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("There is no canvas to look at the picture with");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const lookAt = (x: number) => {
      let [heard, said, dark, strength] = [0, 0, 0, 0];
      for (let y = 0; y < height; y += 1) {
        const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
        // The original is teal, and the recording is brick red.
        if (green - red > 20) heard += 1;
        else if (red - green > 20) said += 1;
        else if (Math.max(red, green, blue) < 60) dark += 1;
        if (Math.abs(green - red) > 20) strength = Math.max(strength, 255 - Math.min(red, green));
      }
      return { heard, said, strength, isPlayhead: dark > height * 0.9 };
    };
    return { columns: Array.from({ length: width }, (_, x) => lookAt(x)), height };
  }, png.toString("base64"));
}

export function columnsBetween({ columns }: WaveformPixels, from: number, to: number): Column[] {
  return columns.slice(Math.round(from * columns.length), Math.round(to * columns.length));
}

/** Returns a share from 0 to 1. Bars have gaps between them, so bars of full height fill at most about two thirds. */
export function filledShare(picture: WaveformPixels, voice: "heard" | "said", from: number, to: number): number {
  const columns = columnsBetween(picture, from, to);
  return columns.reduce((sum, column) => sum + column[voice], 0) / (columns.length * picture.height);
}
