import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Silero } from "@ricky0123/vad-web/dist/models/silero.js";
import * as ort from "onnxruntime-web/wasm";
import { vi } from "vitest";
import { resample } from "../../../web/src/audio/resample.ts";
import type { TimeRange } from "../../../web/src/audio/speech-ranges.ts";
import { recordingSampleRate } from "../../../web/src/audio/wav.ts";

// The rate, frame and thresholds are those of `get_speech_timestamps` in https://github.com/snakers4/silero-vad.
const rate = 16_000;
const frameLength = 512;
const frameSeconds = frameLength / rate;
const speechStartThreshold = 0.5;
const speechEndThreshold = 0.35;

/**
 * Joins two ranges if the pause between them is shorter than `pauseSeconds`.
 * @param samples at `recordingSampleRate`
 */
export type NeuralDetector = (samples: Float32Array, pauseSeconds: number) => Promise<TimeRange[]>;

/** The package logs its progress to the console. */
async function withoutConsole<Result>(start: () => Promise<Result>): Promise<Result> {
  const log = vi.spyOn(console, "log").mockReturnValue(undefined);
  try {
    return await start();
  } finally {
    log.mockRestore();
  }
}

/** Silero VAD 5 does not depend on the product's levels and thresholds. */
export async function startNeuralDetector(): Promise<NeuralDetector> {
  // Prevents workers, which would continue after the test.
  ort.env.wasm.numThreads = 1;
  const weights = createRequire(import.meta.url).resolve("@ricky0123/vad-web/dist/silero_vad_v5.onnx");
  const model = await withoutConsole(() => Silero.new(ort, async () => new Uint8Array(await readFile(weights)).buffer));
  return async (samples, pauseSeconds) => {
    const sound = resample(samples, recordingSampleRate, rate);
    model.reset_state();
    const stretches: { from: number; to: number }[] = [];
    let open: { from: number; to: number } | undefined;
    for (let at = 0; at + frameLength <= sound.length; at += frameLength) {
      const { isSpeech } = await model.process(sound.slice(at, at + frameLength));
      const from = at / rate;
      if (open && isSpeech >= speechEndThreshold) open.to = from + frameSeconds;
      else if (!open && isSpeech >= speechStartThreshold) {
        open = stretches.at(-1);
        if (!open || from - open.to >= pauseSeconds) {
          open = { from, to: from };
          stretches.push(open);
        }
        open.to = from + frameSeconds;
      } else open = undefined;
    }
    return stretches;
  };
}
