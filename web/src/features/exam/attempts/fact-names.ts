import type { Interruption } from "../../../../../domain/exam/exam-attempt.ts";

export const interruptionNames: Readonly<Record<Interruption["kind"], string>> = {
  left: "page left",
  microphone: "microphone stopped",
  sound: "audio stopped",
  other: "segment took too long",
};
