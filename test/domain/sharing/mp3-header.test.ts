import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { isMp3, mp3HeaderBytes } from "../../../domain/sharing/mp3-header.ts";

const pack = join(import.meta.dirname, "../../../content/pack/nepali/example/example-1/segments");
const packFiles = readdirSync(pack).filter((name) => name.endsWith(".mp3"));

type Rates = {
  sampleRate: 8000 | 11025 | 16000 | 22050 | 24000 | 44100 | 48000;
  bitrate: 8 | 16 | 32 | 64 | 128 | 320;
};

async function encodeNoise({ sampleRate, bitrate }: Rates): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, outputSampleRate: sampleRate, channels: 1, bitrate });
  const samples = Float32Array.from({ length: sampleRate }, (_, at) => Math.sin(at * at) / 2);
  return Buffer.concat([encoder.encode([samples]).slice(), encoder.finalize().slice()]);
}

describe("isMp3", () => {
  // LAME chooses the version of MPEG by the sample rate.
  test.each<[string, Rates]>([
    ["MPEG 2.5", { sampleRate: 8000, bitrate: 8 }],
    ["MPEG 2.5", { sampleRate: 11025, bitrate: 16 }],
    ["MPEG 2", { sampleRate: 22050, bitrate: 64 }],
    ["MPEG 2", { sampleRate: 24000, bitrate: 32 }],
    ["MPEG 1", { sampleRate: 44100, bitrate: 128 }],
    ["MPEG 1", { sampleRate: 48000, bitrate: 320 }],
  ])("accepts LAME's output in %s, %o", async (_, rates) => {
    const mp3 = await encodeNoise(rates);
    expect(isMp3(mp3.subarray(0, mp3HeaderBytes))).toBe(true);
  });

  test("accepts every MP3 file of an example dialogue", () => {
    expect(packFiles.length).toBeGreaterThan(10);
    const refused = packFiles.filter((name) => !isMp3(readFileSync(join(pack, name)).subarray(0, mp3HeaderBytes)));
    expect(refused).toEqual([]);
  });

  const text = (value: string) => Buffer.from(value.padEnd(2000, " "), "latin1");
  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(4000)],
    ["bytes of 255", Buffer.alloc(4000, 0xff)],
    ["HTML", text("<!doctype html><script>alert(1)</script>")],
    // https://www.rfc-editor.org/rfc/rfc8794 (EBML header) and ISO/IEC 14496-12 (box "ftyp")
    ["a WebM video", Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 1)])],
    ["an MP4 video", Buffer.concat([Buffer.from([0, 0, 0, 0x18]), text("ftypisom")])],
    ["a WAV file", text("RIFF\u0024\u0000\u0000\u0000WAVEfmt ")],
    ["an Ogg file", text("OggS")],
    ["a tag before the audio", Buffer.concat([text("ID3\u0004\u0000"), Buffer.from([0xff, 0xf3, 0x44, 0xc4])])],
    // The header of a frame of 96 bytes (24 kHz, 32 kbit/s).
    ["one frame before other data", Buffer.concat([Buffer.from([0xff, 0xf3, 0x44, 0xc4]), Buffer.alloc(500)])],
    // Layer II: the layer's bits are 10.
    ["MPEG layer II", Buffer.concat([Buffer.from([0xff, 0xf5, 0x44, 0xc4]), Buffer.alloc(500)])],
  ])("refuses %s", (_, bytes) => {
    expect(isMp3(bytes)).toBe(false);
  });

  test("refuses a file that ends within its first frame", async () => {
    const mp3 = await encodeNoise({ sampleRate: 24000, bitrate: 32 });
    expect(isMp3(mp3.subarray(0, 50))).toBe(false);
  });
});
