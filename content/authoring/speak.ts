import { mkdir } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./run-program.ts";
import type { Utterance } from "./voices.ts";
import { normalise, readWave, toPcm, trim } from "./waveform.ts";

/** Mono, 16 kbit/s at 16 kHz: about 2 kB a second, and clear enough for one synthetic voice. */
const encoding = ["-m", "m", "-b", "16", "--resample", "16", "-q", "2"];

/** Raise the number when sound is worked on differently, so that everything is made again. */
export const recipe = `1 ${encoding.join(" ")}`;

/** Speaks an utterance into an MP3 file, whose directory is made if need be. */
export async function speak(utterance: Utterance, file: string): Promise<void> {
  const wave = readWave(await runProgram("espeak-ng", [...utterance.options, "--stdin", "--stdout"], utterance.text));
  const sound = normalise(trim(wave));
  if (sound.samples.length === 0) throw new Error(`Nothing is heard of: ${utterance.text}`);
  await mkdir(path.dirname(file), { recursive: true });
  const raw = ["-r", "-s", `${sound.rate / 1000}`, "--bitwidth", "16", "--signed", "--little-endian"];
  // Given a file rather than a pipe, lame adds the header that lets players show the exact length.
  await runProgram("lame", ["--quiet", ...raw, ...encoding, "-", file], toPcm(sound));
}
