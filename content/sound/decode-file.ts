import { stat } from "node:fs/promises";
import { MissingProgramError, runProgram } from "../files/run-program.ts";
import type { Span } from "./cut-at-silences.ts";
import { audioFileRate } from "./mp3.ts";
import { readPcm, secondsOf, type Waveform } from "./waveform.ts";

/** The longest file that is read, in seconds. */
export const maxFileSeconds = 3600;
/** The longest recording of one segment, in seconds; 35 words last about fifteen. */
export const maxSegmentSeconds = 60;

const readWithFfmpeg = async (options: readonly string[]) =>
  ({
    samples: readPcm(await runProgram("ffmpeg", ["-nostdin", "-v", "error", ...options], "")),
    rate: audioFileRate,
  }) satisfies Waveform;

const monoOptions = ["-map", "0:a:0", "-ac", "1", "-ar", `${audioFileRate}`, "-f", "s16le", "-"];

/**
 * Reads a sound file of any kind that ffmpeg knows as mono sound at the rate of recordings.
 * @param longest in seconds, before which it has to end
 * @throws MissingProgram without ffmpeg; Error with one sentence, if it is empty, no sound, or too long
 */
export async function decodeFile(file: string, longest = maxSegmentSeconds): Promise<Waveform> {
  if ((await stat(file)).size === 0) throw new Error("the file is empty: record it again");
  // A second more than may be, so that what is too long is seen to be.
  const sound = await readWithFfmpeg(["-i", file, "-t", `${longest + 1}`, ...monoOptions]).catch((error: unknown) => {
    if (error instanceof MissingProgramError) throw error;
    throw new Error("the file is no sound that can be read: save it as WAV, MP3, M4A or OGG", { cause: error });
  });
  if (sound.samples.length === 0) throw new Error("no sound is in the file: record it again");
  if (secondsOf(sound) > longest) throw new Error(describeTooLong(longest));
  return sound;
}

function describeTooLong(longest: number): string {
  return longest === maxFileSeconds
    ? "it is longer than an hour: save it in parts"
    : `it is longer than ${longest} seconds: cut it into segments`;
}

/** Reads a stretch of a file that `decodeFile` has read. Whatever is before it is decoded too, so that it begins to the sample. */
export async function decodeStretch(file: string, { from, to }: Span): Promise<Waveform> {
  const start = Math.max(0, from);
  return await readWithFfmpeg(["-i", file, "-ss", start.toFixed(3), "-t", (to - start).toFixed(3), ...monoOptions]);
}
