import type { EncodedAudio } from "../../../../audio/player.ts";
import { encodeWav, recordingSampleRate } from "../../../../audio/wav.ts";

/** The chime is long enough to be heard as a tone, and short enough not to delay the learner. */
const chimeSeconds = 0.35;
/** Two tones a fifth apart, which do not resemble speech. */
const toneHertz = [784, 1_176] as const;
const loudness = 0.22;
const attackSeconds = 0.008;

function sampleAt(seconds: number): number {
  const attack = Math.min(1, seconds / attackSeconds);
  // Fades the tone to zero, because a sudden end would be heard as a click.
  const decay = (1 - seconds / chimeSeconds) ** 2;
  const tone = toneHertz.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * seconds), 0) / toneHertz.length;
  return loudness * attack * decay * tone;
}

/** Synthesises the chime, so that no file has to load. */
export function createChime(): EncodedAudio {
  const length = Math.round(chimeSeconds * recordingSampleRate);
  const samples = Float32Array.from({ length }, (_, at) => sampleAt(at / recordingSampleRate));
  return { data: encodeWav(samples), type: "audio/wav" };
}
