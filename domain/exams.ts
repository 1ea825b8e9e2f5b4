import { examWords } from "./exam-length.ts";

/** What costs marks in an exam's published criteria; each exam names those that it knows. */
export const errorKinds = [
  "omission",
  "distortion",
  "insertion",
  "language",
  "register",
  "pause",
  "self-correction",
  "repeat",
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** A rule of an exam, where it was read, and the day (ISO 8601) on which it was. */
export type Rule<Value> = { value: Value; source: string; checkedOn: string };

/** An exam as data: what is asked of a candidate, under which conditions, and how it is marked. */
export type Exam = {
  /** As its candidates call it. */
  name: string;
  /** How many dialogues are interpreted, and whether of different topics. */
  dialogues: Rule<{ count: number; ofDifferentTopics: boolean }>;
  /** Of a dialogue, in what is heard. */
  words: Rule<{ least: number; most: number }>;
  /** The longest segment, in words. */
  segmentWords: Rule<number>;
  /** Whether a sound after each segment says that it is the candidate's turn. */
  chime: Rule<boolean>;
  /** After the chime, in seconds. */
  beginWithin: Rule<number>;
  /** How many segments of each dialogue may be heard again at no cost. */
  freeRepeats: Rule<number>;
  /** How long the whole is recorded, in seconds; beyond it long pauses cost. */
  recordedSeconds: Rule<number>;
  /** For each dialogue, and the smallest part of a mark that is deducted. */
  marks: Rule<{ each: number; step: number }>;
  /** The least of all marks, and of each dialogue's. */
  pass: Rule<{ total: number; each: number }>;
  /** What marks are deducted for. */
  errors: Rule<readonly ErrorKind[]>;
  /** Whether notes may be taken on paper. */
  paper: Rule<boolean>;
};

const naati = {
  source: "https://www.naati.com.au/services/ccl/",
  checkedOn: "2026-11-22",
};

/** The exams that can be sat as a mock, by their ids. Another one is another entry. */
export const exams = {
  "naati-ccl": {
    name: "NAATI CCL",
    dialogues: { value: { count: 2, ofDifferentTopics: true }, ...naati },
    words: { value: examWords, ...naati },
    segmentWords: { value: 35, ...naati },
    chime: { value: true, ...naati },
    beginWithin: { value: 5, ...naati },
    freeRepeats: { value: 1, ...naati },
    recordedSeconds: { value: 20 * 60, ...naati },
    marks: { value: { each: 45, step: 0.5 }, ...naati },
    pass: { value: { total: 63, each: 29 }, ...naati },
    errors: { value: errorKinds, ...naati },
    paper: { value: true, ...naati },
  },
} as const satisfies Record<string, Exam>;

export type ExamId = keyof typeof exams;

/** An exam by its id; undefined for one that is not known (here, or any more). */
export function findExam(id: string): Exam | undefined {
  return Object.hasOwn(exams, id) ? exams[id as ExamId] : undefined;
}
