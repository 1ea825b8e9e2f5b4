import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeWav, encodeWav, parseWavHeader, recordingSampleRate } from "../../../web/src/audio/wav.ts";

const oneStep = 1 / 32_768;
const withinFullScale = fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 400 });

describe("encodeWav", () => {
  it("writes samples that decodeWav reads back to within one 16-bit step", () => {
    fc.assert(
      fc.property(withinFullScale, (samples) => {
        const read = decodeWav(encodeWav(samples))?.samples ?? new Float32Array();
        expect(read.length).toBe(samples.length);
        read.forEach((sample, at) => {
          expect(Math.abs(sample - (samples[at] ?? 0))).toBeLessThanOrEqual(oneStep);
        });
      }),
    );
  });

  it("clips samples that are too loud, and writes NaN as silence", () => {
    const read = decodeWav(encodeWav(Float32Array.of(2, -2, Number.POSITIVE_INFINITY, Number.NaN)));
    expect([...(read?.samples ?? [])]).toEqual([1 - oneStep, -1, 1 - oneStep, 0]);
  });

  it("writes a header from which parseWavHeader reads the rate, size and duration", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.integer({ min: 8_000, max: 96_000 }), (length, sampleRate) => {
        const file = encodeWav(new Float32Array(length), sampleRate);
        expect(file.byteLength).toBe(44 + 2 * length);
        expect(parseWavHeader(file)).toEqual({
          sampleRate,
          channels: 1,
          bitsPerSample: 16,
          dataOffset: 44,
          dataBytes: 2 * length,
          durationSeconds: length / sampleRate,
        });
      }),
    );
  });

  it("writes the RIFF size, the byte rate and the block size", () => {
    const view = new DataView(encodeWav(new Float32Array(recordingSampleRate)));
    expect(view.getUint32(4, true)).toBe(36 + 48_000);
    expect(view.getUint32(28, true)).toBe(48_000);
    expect(view.getUint16(32, true)).toBe(2);
  });
});

/** Many programs write a LIST chunk before the samples. */
function withListChunk(file: ArrayBuffer, listBytes: number): ArrayBuffer {
  const padded = listBytes + (listBytes % 2);
  const bytes = new Uint8Array(file.byteLength + 8 + padded);
  bytes.set(new Uint8Array(file, 0, 36));
  bytes.set(new TextEncoder().encode("LIST"), 36);
  new DataView(bytes.buffer).setUint32(40, listBytes, true);
  bytes.set(new Uint8Array(file, 36), 44 + padded);
  return bytes.buffer;
}

describe("parseWavHeader", () => {
  const file = encodeWav(Float32Array.of(0.5, -0.5), 8_000);

  it.each([4, 5])("skips an unknown chunk of %i bytes", (listBytes) => {
    expect([...(decodeWav(withListChunk(file, listBytes))?.samples ?? [])]).toEqual([0.5, -0.5]);
  });

  it("counts only the samples present in a truncated file", () => {
    expect(parseWavHeader(file.slice(0, 46))).toMatchObject({ dataBytes: 2, durationSeconds: 1 / 8_000 });
  });

  it("returns undefined for random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(parseWavHeader(new Uint8Array(bytes).buffer)).toBeUndefined();
      }),
    );
  });

  it("throws no exception for a damaged file", () => {
    fc.assert(
      fc.property(fc.nat({ max: 43 }), fc.nat({ max: 255 }), fc.nat({ max: 48 }), (at, value, length) => {
        const damaged = new Uint8Array(file.slice(0, length));
        damaged[at] = value;
        expect(() => decodeWav(damaged.buffer)).not.toThrow();
      }),
    );
  });
});
