import type { Exam } from "../../../domain/exam/exams.ts";

const read = { source: "https://exams.example.org/rules", checkedOn: "2026-11-22" };

export const aDifferentExam: Exam = {
  name: "Court interpreting, oral part",
  dialogues: { value: { count: 1, ofDifferentTopics: false }, ...read },
  words: { value: { least: 100, most: 200 }, ...read },
  segmentWords: { value: 50, ...read },
  chime: { value: false, ...read },
  beginWithin: { value: 10, ...read },
  freeRepeats: { value: 2, ...read },
  recordedSeconds: { value: 1800, ...read },
  marks: { value: { each: 100, step: 1 }, ...read },
  pass: { value: { total: 70, each: 70 }, ...read },
  errors: { value: ["omission", "distortion"], ...read },
  paper: { value: false, ...read },
  equipment: { value: { text: "The room has loudspeakers.", wireless: true }, contradictions: [], ...read },
  proposals: {
    repeat: 4,
    units: {
      number: { least: 5, most: 5 },
      date: { least: 5, most: 5 },
      name: { least: 5, most: 5 },
      term: { least: 5, most: 5 },
      negation: { least: 10, most: 20 },
      "key-idea": { least: 5, most: 10 },
    },
  },
};
