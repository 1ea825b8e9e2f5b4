import { stat } from "node:fs/promises";
import { MissingProgram, runProgram } from "../files/run-program.ts";
import type { Span } from "./cut-at-silences.ts";
import { recordingRate } from "./mp3.ts";
import { fromPcm, secondsOf, type Waveform } from "./waveform.ts";

/** The longest file that is read, in seconds. */
export const longestFile = 3600;
/** The longest recording of one segment, in seconds; 35 words last about fifteen. */
export const longestSegment = 60;

const read = async (options: readonly string[]) =>
  ({
    samples: fromPcm(await runProgram("ffmpeg", ["-nostdin", "-v", "error", ...options], "")),
    rate: recordingRate,
  }) satisfies Waveform;

const asMono = ["-map", "0:a:0", "-ac", "1", "-ar", `${recordingRate}`, "-f", "s16le", "-"];

/**
 * Reads a sound file of any kind that ffmpeg knows as mono sound at the rate of recordings.
 * @param longest in seconds, before which it has to end
 * @throws MissingProgram without ffmpeg; Error with one sentence, if it is empty, no sound, or too long
 */
export async function decodeFile(file: string, longest = longestSegment): Promise<Waveform> {
  if ((await stat(file)).size === 0) throw new Error("the file is empty: record it again");
  // A second more than may be, so that what is too long is seen to be.
  const sound = await read(["-i", file, "-t", `${longest + 1}`, ...asMono]).catch((error: unknown) => {
    if (error instanceof MissingProgram) throw error;
    throw new Error("the file is no sound that can be read: save it as WAV, MP3, M4A or OGG", { cause: error });
  });
  if (sound.samples.length === 0) throw new Error("no sound is in the file: record it again");
  if (secondsOf(sound) > longest) throw new Error(tooLong(longest));
  return sound;
}

function tooLong(longest: number): string {
  return longest === longestFile
    ? "it is longer than an hour: save it in parts"
    : `it is longer than ${longest} seconds: cut it into segments`;
}

/** Reads a stretch of a file that `decodeFile` has read. Whatever is before it is decoded too, so that it begins to the sample. */
export async function decodeStretch(file: string, { from, to }: Span): Promise<Waveform> {
  const start = Math.max(0, from);
  return await read(["-i", file, "-ss", start.toFixed(3), "-t", (to - start).toFixed(3), ...asMono]);
}
