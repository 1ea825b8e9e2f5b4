import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { MissingProgramError, runProgram } from "../files/run-program.ts";
import type { Span } from "./cut-at-silences.ts";
import { audioFileRate } from "./mp3.ts";
import { isTruncatedMp3 } from "./mp3-frames.ts";
import { readPcm, secondsOf, type Waveform } from "./waveform.ts";

export const maxFileSeconds = 3600;
/** Speaking the 35 words of the longest segment takes about fifteen seconds. */
export const maxSegmentSeconds = 60;
/** Almost a minute of stereo sound as WAV (44.1 kHz, 16 bits). */
const maxSegmentBytes = 10_000_000;

const isMp3 = (file: string) => path.extname(file).toLowerCase() === ".mp3";

const readWithFfmpeg = async (options: readonly string[]) =>
  ({
    samples: readPcm(await runProgram("ffmpeg", ["-nostdin", "-v", "error", ...options], "")),
    rate: audioFileRate,
  }) satisfies Waveform;

const monoOptions = ["-map", "0:a:0", "-ac", "1", "-ar", `${audioFileRate}`, "-f", "s16le", "-"];

/**
 * @param longest the maximum length in seconds
 * @throws MissingProgramError without ffmpeg
 */
export async function decodeFile(file: string, longest = maxSegmentSeconds): Promise<Waveform> {
  const { size } = await stat(file);
  if (size === 0) throw new Error("the file is empty: record it again");
  if (longest === maxSegmentSeconds && size >= maxSegmentBytes) {
    throw new Error(
      `the file has ${(size / 1e6).toFixed(1)} MB: the file of a segment must be smaller than 10 MB; save it as FLAC or MP3`,
    );
  }
  if (isMp3(file) && isTruncatedMp3(await readFile(file)))
    throw new Error("the file ends too early: copy or save it again");
  // Reads one second more than allowed, to detect longer files.
  const sound = await readWithFfmpeg(["-i", file, "-t", `${longest + 1}`, ...monoOptions]).catch((error: unknown) => {
    if (error instanceof MissingProgramError) throw error;
    throw new Error("the file cannot be read as sound: save it as WAV, FLAC, MP3, M4A or OGG", { cause: error });
  });
  if (sound.samples.length === 0) throw new Error("the file contains no sound: record it again");
  if (secondsOf(sound) > longest) throw new Error(describeTooLong(longest));
  return sound;
}

function describeTooLong(longest: number): string {
  return longest === maxFileSeconds
    ? "it is longer than an hour: save it in parts"
    : `it is longer than ${longest} seconds: cut it into segments`;
}

/** With `-ss` after `-i`, ffmpeg also decodes the audio before the part, so that the start is exact. */
export async function decodeStretch(file: string, { from, to }: Span): Promise<Waveform> {
  const start = Math.max(0, from);
  return await readWithFfmpeg(["-i", file, "-ss", start.toFixed(3), "-t", (to - start).toFixed(3), ...monoOptions]);
}

/** Saves a part of a file as WAV with 16 bits and the sample rate of the file. */
export async function saveStretch(file: string, { from, to }: Span, target: string): Promise<void> {
  const start = Math.max(0, from);
  const part = ["-i", file, "-ss", start.toFixed(3), "-t", (to - start).toFixed(3), "-map", "0:a:0"];
  await runProgram("ffmpeg", ["-nostdin", "-v", "error", ...part, "-c:a", "pcm_s16le", "-f", "wav", target], "");
}
