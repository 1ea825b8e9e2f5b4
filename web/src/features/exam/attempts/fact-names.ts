import type { Interruption } from "../../../../../domain/exam/exam-attempt.ts";
import type { ErrorKind } from "../../../../../domain/exam/exams.ts";

export const errorKindNames: Readonly<Record<ErrorKind, string>> = {
  omission: "Omission",
  distortion: "Distortion",
  insertion: "Insertion",
  language: "Language",
  register: "Register",
  pause: "Hesitation",
  "self-correction": "Self-correction",
  repeat: "Repeat",
};

export const interruptionNames: Readonly<Record<Interruption["kind"], string>> = {
  left: "page left",
  microphone: "microphone stopped",
  sound: "audio stopped",
  other: "segment took too long",
};
