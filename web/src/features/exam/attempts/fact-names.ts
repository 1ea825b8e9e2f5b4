import type { Interruption } from "../../../../../domain/exam/exam-attempt.ts";

export const interruptionNames: Readonly<Record<Interruption["kind"], string>> = {
  left: "page left or closed",
  microphone: "microphone failed",
  sound: "audio failed",
  other: "segment took too long",
};
