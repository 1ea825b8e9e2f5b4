import { resample } from "../../../../audio/resample.ts";
import { encodeWav, recordingSampleRate } from "../../../../audio/wav.ts";

const fullScale = 32_768;

export function encodeChunk(blocks: readonly Float32Array[]): ArrayBuffer {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const chunk = new Int16Array(length);
  let at = 0;
  for (const block of blocks) {
    for (const sample of block) {
      chunk[at] = Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));
      at += 1;
    }
  }
  return chunk.buffer;
}

/** @param sampleRate of the chunks, in Hz */
export function decodeChunks(
  chunks: readonly ArrayBuffer[],
  sampleRate: number,
): { wav: ArrayBuffer; durationSeconds: number } {
  const parts = chunks.map((chunk) => new Int16Array(chunk));
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (const sample of part) {
      samples[at] = sample / fullScale;
      at += 1;
    }
  }
  const resampled = resample(samples, sampleRate, recordingSampleRate);
  return { wav: encodeWav(resampled), durationSeconds: resampled.length / recordingSampleRate };
}
