import { stat } from "node:fs/promises";
import { runProgram } from "../files/run-program.ts";
import { recordingRate } from "./mp3.ts";
import { fromPcm, secondsOf, type Waveform } from "./waveform.ts";

/** The longest file that is read, in seconds; a segment of 35 words lasts about fifteen. */
export const longestFile = 3600;
const longestSegment = 60;

/**
 * Reads a sound file of any kind that ffmpeg knows as mono sound at the rate of recordings.
 * @param longest in seconds, before which it has to end
 * @throws Error with one sentence, if it is empty, no sound, or too long
 */
export async function decodeFile(file: string, longest = longestSegment): Promise<Waveform> {
  if ((await stat(file)).size === 0) throw new Error("the file is empty: record it again");
  // A second more than may be, so that what is too long is seen to be.
  const reading = ["-nostdin", "-v", "error", "-i", file, "-map", "0:a:0", "-t", `${longest + 1}`];
  const writing = ["-ac", "1", "-ar", `${recordingRate}`, "-f", "s16le", "-"];
  const pcm = await runProgram("ffmpeg", [...reading, ...writing], "").catch((error: Error) => {
    if (error.message.startsWith("This needs")) throw error;
    throw new Error("the file is no sound that can be read: save it as WAV, MP3, M4A or OGG", { cause: error });
  });
  const sound = { samples: fromPcm(pcm), rate: recordingRate };
  if (sound.samples.length === 0) throw new Error("no sound is in the file: record it again");
  if (secondsOf(sound) > longest) throw new Error(`it is longer than ${longest} seconds: cut it into segments`);
  return sound;
}
