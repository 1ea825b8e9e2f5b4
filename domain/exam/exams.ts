import type { ScoringUnit } from "../content/pack.ts";

/** Exam dialogues have about 300 words, counted in the originals. The range allows a tenth more or less. */
export const examWordRange = { least: 270, most: 330 };

export function isOfExamLength(words: number): boolean {
  return words >= examWordRange.least && words <= examWordRange.most;
}

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

/** `source` is a URL. `checkedOn` is an ISO 8601 date. */
export type Rule<Value> = { value: Value; source: string; checkedOn: string };

/** `saidOn` is the date (ISO 8601) of a statement whose URL is unknown. */
export type Contradiction = { text: string } & ({ source: string; checkedOn: string } | { saidOn: string });

/** `wireless` is true if wireless equipment is allowed. */
export type Equipment = {
  text: string;
  wireless: boolean;
};

export type MarkRange = { least: number; most: number };

export type Exam = {
  name: string;
  dialogues: Rule<{ count: number; ofDifferentTopics: boolean }>;
  /** Number of words in one dialogue, counted in the originals. */
  words: Rule<{ least: number; most: number }>;
  segmentWords: Rule<number>;
  /** True if a sound after each segment starts the learner's turn. */
  chime: Rule<boolean>;
  /** The interpretation has to begin within this many seconds after the chime. */
  beginWithin: Rule<number>;
  /** Number of repeats per dialogue that cost no marks. */
  freeRepeats: Rule<number>;
  /** Approximate length of the recording of the whole exam. */
  recordedSeconds: Rule<number>;
  /** Deductions are multiples of `step`. */
  marks: Rule<{ each: number; step: number }>;
  pass: Rule<{ total: number; each: number }>;
  errors: Rule<readonly ErrorKind[]>;
  /** True if the learner may take notes on paper. */
  paper: Rule<boolean>;
  equipment: Rule<Equipment> & { contradictions: readonly Contradiction[] };
  /** Deductions that Parlance proposes, in marks, because the exam publishes none. */
  proposals: {
    repeat: number;
    units: Readonly<Record<ScoringUnit["kind"], MarkRange>>;
  };
};

const checkedOn = "2026-11-22";

/** Published pages contradict each other: docs/decisions/0123-equipment-with-contradictions.md */
const equipment = {
  value: {
    text: "A wired headset or wired earphones are recommended. Bluetooth and wireless headsets are not allowed.",
    wireless: false,
  },
  source: "https://www.naati.com.au/information-guides/candidate-information/ccl-candidate-instructions/",
  checkedOn: "2026-11-24",
  contradictions: [
    {
      text: "The help pages of the supervision software do not allow headphones, so that supervisors can check all sound.",
      source: "https://support.proctorexam.com/hc/en-us/articles/12390469748109--Getting-started-What-you-should-avoid",
      checkedOn: "2026-11-24",
    },
    {
      text: "A trainer says that headsets are prohibited and that the computer's built-in speakers are used.",
      saidOn: "2026-06",
    },
    {
      text: "Another trainer says that any headphones or earphones may be used.",
      source: "https://cclhub.com.au/naati-ccl-test-via-proctorexam/",
      checkedOn: "2026-11-24",
    },
  ],
} as const satisfies Exam["equipment"];

/**
 * Trainers' pages about NAATI's test, because NAATI's own page about the test could not be read.
 * Contradictions between the pages: docs/decisions/0097-rules-of-the-exam.md
 */
const sources = {
  format: "https://aussielifeeducation.com/blog-post/credentialed-community-language-ccl-test-overview",
  repeats: "https://www.ieltspro.com.au/courses/naati",
  halves: "https://ccltutorials.online/test-marking",
  errors: "https://nepalinaatiacademy.com/blog/marking-criteria",
  notes: "https://a2znaati.com/naati-ccl-test-format",
} as const;

const sourceOf = (page: keyof typeof sources) => ({ source: sources[page], checkedOn });

export const exams = {
  "naati-ccl": {
    name: "NAATI CCL",
    dialogues: { value: { count: 2, ofDifferentTopics: true }, ...sourceOf("format") },
    words: { value: examWordRange, ...sourceOf("format") },
    segmentWords: { value: 35, ...sourceOf("format") },
    chime: { value: true, ...sourceOf("format") },
    beginWithin: { value: 5, ...sourceOf("format") },
    freeRepeats: { value: 1, ...sourceOf("repeats") },
    recordedSeconds: { value: 20 * 60, ...sourceOf("format") },
    marks: { value: { each: 45, step: 0.5 }, ...sourceOf("halves") },
    pass: { value: { total: 63, each: 29 }, ...sourceOf("repeats") },
    errors: { value: errorKinds, ...sourceOf("errors") },
    paper: { value: true, ...sourceOf("notes") },
    equipment,
    proposals: {
      repeat: 1,
      units: {
        number: { least: 0.5, most: 1 },
        date: { least: 0.5, most: 1 },
        name: { least: 0.5, most: 1 },
        term: { least: 0.5, most: 1 },
        negation: { least: 1, most: 2 },
        "key-idea": { least: 1, most: 2 },
      },
    },
  },
} as const satisfies Record<string, Exam>;

export type ExamId = keyof typeof exams;

/** A stored id may belong to an exam that Parlance no longer offers. */
export function findExam(id: string): Exam | undefined {
  return Object.hasOwn(exams, id) ? exams[id as ExamId] : undefined;
}
