import type { ErrorKind } from "../../../domain/exam/exams.ts";

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
