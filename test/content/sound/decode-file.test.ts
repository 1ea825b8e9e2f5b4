import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { MissingProgramError } from "../../../content/files/run-program.ts";
import { decodeFile, decodeStretch, maxFileSeconds } from "../../../content/sound/decode-file.ts";
import { encodeMp3 } from "../../../content/sound/mp3.ts";
import { limitPathTo, withFakeProgram } from "../fake-program.ts";
import { createTemporaryDirectory } from "../sample-pack.ts";
import { encodeTestWav, rate, sine } from "./generated-sound.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

async function fileOf(name: string, content: Buffer | string): Promise<string> {
  const file = path.join(await createTemporaryDirectory(), name);
  await writeFile(file, content);
  return file;
}

/** Silence as ffmpeg's output: 16-bit samples at `rate`. */
const pcmOf = (seconds: number) => Buffer.alloc(seconds * rate * 2);

describe("decodeFile", () => {
  it("refuses an empty file without starting ffmpeg", async () => {
    const calls = await withFakeProgram("ffmpeg", { writes: pcmOf(1) });
    await expect(decodeFile(await fileOf("a.wav", ""))).rejects.toThrow("the file is empty: record it again");
    expect(calls()).toEqual([]);
  });

  it("reports in one sentence that a file is not audio", async () => {
    await withFakeProgram("ffmpeg", { complains: "Invalid data found when processing input", code: 183 });
    await expect(decodeFile(await fileOf("a.mp3", "some text"))).rejects.toThrow(
      /^the file cannot be read as sound: save it as WAV, FLAC, MP3, M4A or OGG$/,
    );
  });

  it("reports a file without samples", async () => {
    await withFakeProgram("ffmpeg", { writes: Buffer.alloc(0) });
    await expect(decodeFile(await fileOf("a.wav", "x"))).rejects.toThrow("the file contains no sound: record it again");
  });

  it("refuses a segment of more than 60 seconds, and requests at most 61 seconds from ffmpeg", async () => {
    const calls = await withFakeProgram("ffmpeg", { writes: pcmOf(61) });
    await expect(decodeFile(await fileOf("a.wav", "x"))).rejects.toThrow(
      "it is longer than 60 seconds: cut it into segments",
    );
    const args = calls().flatMap((call) => call.args);
    expect(args[args.indexOf("-t") + 1]).toBe("61");
  });

  it("refuses a file of 10 MB for a segment, and accepts the file for a dialogue", async () => {
    const calls = await withFakeProgram("ffmpeg", { writes: pcmOf(61) });
    const file = await fileOf("a.wav", Buffer.alloc(10_000_000));
    await expect(decodeFile(file)).rejects.toThrow(
      "the file has 10.0 MB: the file of a segment must be smaller than 10 MB; save it as FLAC or MP3",
    );
    expect(calls()).toEqual([]);
    expect((await decodeFile(file, maxFileSeconds)).samples).toHaveLength(61 * rate);
  });

  it("accepts a segment of the maximum length", async () => {
    await withFakeProgram("ffmpeg", { writes: pcmOf(60) });
    expect((await decodeFile(await fileOf("a.wav", "x"))).samples).toHaveLength(60 * rate);
  });

  it("refuses a dialogue recording of more than an hour", async () => {
    await withFakeProgram("ffmpeg", { writes: pcmOf(3_601) });
    await expect(decodeFile(await fileOf("a.wav", "x"), maxFileSeconds)).rejects.toThrow(
      "it is longer than an hour: save it in parts",
    );
  });

  it("reports what to install if ffmpeg is missing", async () => {
    limitPathTo(await createTemporaryDirectory());
    const reading = decodeFile(await fileOf("a.wav", "x"));
    await expect(reading).rejects.toThrow(MissingProgramError);
    await expect(reading).rejects.toThrow("This needs ffmpeg: install it (apt install ffmpeg, brew install ffmpeg)");
  });
});

describe.skipIf(!hasFfmpeg)("decoding with the real ffmpeg (skipped where ffmpeg is not installed)", () => {
  const tone = sine(0.5, -6);

  it("converts stereo at another rate to mono at the pack's rate", async () => {
    const file = await fileOf("a.wav", encodeTestWav({ ...tone, rate: 48_000 }, 2));
    const sound = await decodeFile(file);
    expect(sound.rate).toBe(rate);
    expect(Math.abs(sound.samples.length - 0.25 * rate)).toBeLessThan(10);
    expect(Math.max(...sound.samples)).toBeCloseTo(0.5, 1);
  });

  it.each(["flac", "mp3", "m4a", "ogg"])("reads %s", async (suffix) => {
    const wav = await fileOf("a.wav", encodeTestWav(tone));
    const file = path.join(path.dirname(wav), `b.${suffix}`);
    expect(spawnSync("ffmpeg", ["-v", "error", "-i", wav, file]).stderr.toString()).toBe("");
    expect(Math.abs((await decodeFile(file)).samples.length - 0.5 * rate)).toBeLessThan(0.1 * rate);
  });

  it("refuses a text and a truncated MP3 in a file named a.mp3", async () => {
    const frame = (await encodeMp3(tone, 48)).subarray(0, 60);
    for (const content of ["Good morning. ".repeat(100), frame]) {
      await expect(decodeFile(await fileOf("a.mp3", content))).rejects.toThrow(
        /cannot be read as sound|ends too early/,
      );
    }
  });

  it("returns a span of the exact length, and nothing from before the file's start", async () => {
    const ramp = { rate, samples: Float32Array.from({ length: rate }, (_, at) => at / rate) };
    const file = await fileOf("a.wav", encodeTestWav(ramp));
    const { samples } = await decodeStretch(file, { from: 0.25, to: 0.5 });
    expect(samples).toHaveLength(0.25 * rate);
    expect(samples[0]).toBeCloseTo(0.25, 3);
    const first = await decodeStretch(file, { from: -0.1, to: 0.5 });
    expect(first.samples[0]).toBeCloseTo(0, 3);
    expect(first.samples).toHaveLength(0.5 * rate);
  });
});
