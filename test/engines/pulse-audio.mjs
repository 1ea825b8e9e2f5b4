import { findProgram, installPackages } from "./programs.mjs";

/** True if this machine has a sound server and its programs for playback and recording. */
export function hasPulseAudio() {
  return ["pulseaudio", "pacat", "parec"].every((name) => findProgram([name]));
}

/** Installs PulseAudio if it is missing and installation is allowed. Returns true if it is available. */
export async function ensurePulseAudio() {
  if (!hasPulseAudio()) await installPackages("PulseAudio", ["pulseaudio", "pulseaudio-utils"]);
  return hasPulseAudio();
}
