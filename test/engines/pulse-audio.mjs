import { findProgram, installPackages } from "./programs.mjs";

export function hasPulseAudio() {
  return ["pulseaudio", "pacat", "parec"].every((name) => findProgram([name]));
}

export async function ensurePulseAudio() {
  if (!hasPulseAudio()) await installPackages("PulseAudio", ["pulseaudio", "pulseaudio-utils"]);
  return hasPulseAudio();
}
