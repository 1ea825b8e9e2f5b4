import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { encodeMp3 } from "../../../content/sound/mp3.ts";
import { isTruncatedMp3 } from "../../../content/sound/mp3-frames.ts";
import { sine } from "./generated-sound.ts";

const pack = path.join(import.meta.dirname, "..", "..", "..", "content", "pack");

it.each([16, 48] as const)(
  "isTruncatedMp3 returns false for a whole MP3 of %i kbit/s, and recognises a cut within a frame",
  async (bitrate) => {
    const mp3 = await encodeMp3(sine(0.4), bitrate);
    expect(isTruncatedMp3(mp3)).toBe(false);
    // Layer III has 576 samples in each frame at 24 kHz, so a frame has 72 × bit rate / sample rate bytes.
    const frame = (72_000 * bitrate) / 24_000;
    for (let length = frame + 1; length < mp3.length; length += 1) {
      expect(isTruncatedMp3(mp3.subarray(0, length)), `${length} of ${mp3.length} bytes`).toBe(length % frame !== 0);
    }
  },
);

it("isTruncatedMp3 returns false for tags around the frames, and recognises a file that is cut within a tag", async () => {
  const mp3 = await encodeMp3(sine(0.4), 48);
  // The header ends with the tag's length, 200, in groups of seven bits.
  const tag = Buffer.concat([
    Buffer.from("ID3\u0004\u0000\u0000\u0000\u0000\u0001\u0048", "latin1"),
    Buffer.alloc(200),
  ]);
  expect(isTruncatedMp3(Buffer.concat([tag, mp3, Buffer.from("TAG"), Buffer.alloc(125)]))).toBe(false);
  expect(isTruncatedMp3(Buffer.concat([tag, mp3.subarray(0, -5)]))).toBe(true);
  expect(isTruncatedMp3(tag.subarray(0, 100))).toBe(true);
});

it("isTruncatedMp3 returns false for audio files of the sample pack", () => {
  const files = globSync("*/*/*/segments/*.mp3", { cwd: pack }).filter((_, index) => index % 20 === 0);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => isTruncatedMp3(readFileSync(path.join(pack, file))))).toEqual([]);
});
