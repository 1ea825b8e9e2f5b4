import { findProgram, installPackages } from "./programs.mjs";

/** Whether this machine has a sound server, and what plays and records through it. */
export function hasPulseAudio() {
  return ["pulseaudio", "pacat", "parec"].every((name) => findProgram([name]));
}

/** Installs PulseAudio where it is missing and that is allowed; answers whether it is there. */
export async function ensurePulseAudio() {
  if (!hasPulseAudio()) await installPackages("PulseAudio", ["pulseaudio", "pulseaudio-utils"]);
  return hasPulseAudio();
}
