import type { ScoringUnit } from "../content/pack.ts";

/** An exam's dialogue has about 300 words, counted in what is heard. */
export const examWordRange = { least: 270, most: 330 };

/** Whether a dialogue of so many words is as long as the exam's. */
export function isOfExamLength(words: number): boolean {
  return words >= examWordRange.least && words <= examWordRange.most;
}

/** The kinds of errors in published marking criteria; each exam lists those that it names. */
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

/** A page's statement that contradicts a rule. If the page's address is unknown, `saidOn` is its date (ISO 8601). */
export type Contradiction = { text: string } & ({ source: string; checkedOn: string } | { saidOn: string });

/** The headset, speakers and microphone that a candidate may use. */
export type Equipment = {
  /** As a whole sentence. */
  text: string;
  /** Whether wireless devices are allowed. */
  wireless: boolean;
};

/** At least and at most so many marks. */
export type MarkRange = { least: number; most: number };

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
  /** The kinds of errors for which marks are deducted. */
  errors: Rule<readonly ErrorKind[]>;
  /** Whether notes may be taken on paper. */
  paper: Rule<boolean>;
  /** The equipment that may be used, and the statements that contradict it. */
  equipment: Rule<Equipment> & { contradictions: readonly Contradiction[] };
  /** Deductions that Parlance proposes where the exam publishes none, in marks; the marker decides. */
  proposals: {
    /** For each repeat beyond the free ones. */
    repeat: number;
    /** For each scoring unit that was missed. */
    units: Readonly<Record<ScoringUnit["kind"], MarkRange>>;
  };
};

const checkedOn = "2026-11-22";

/**
 * What is used to hear and speak. Pages contradict each other:
 * docs/decisions/0123-equipment-with-contradictions.md
 */
const equipment = {
  value: {
    text: "A wired headset or wired earphones are recommended. Bluetooth and wireless headsets are not allowed.",
    wireless: false,
  },
  source: "https://www.naati.com.au/information-guides/candidate-information/ccl-candidate-instructions/",
  checkedOn: "2026-11-24",
  contradictions: [
    {
      text: "The supervision software's own help allows no headphones, so that what is heard can be checked.",
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
 * Where the rules of NAATI's test were read. NAATI's own page of the test could not be: others repeat it. Where they
 * contradict each other: docs/decisions/0097-rules-of-the-exam.md
 */
const sources = {
  format: "https://aussielifeeducation.com/blog-post/credentialed-community-language-ccl-test-overview",
  repeats: "https://www.ieltspro.com.au/courses/naati",
  halves: "https://ccltutorials.online/test-marking",
  errors: "https://nepalinaatiacademy.com/blog/marking-criteria",
  notes: "https://a2znaati.com/naati-ccl-test-format",
} as const;

const sourceOf = (page: keyof typeof sources) => ({ source: sources[page], checkedOn });

/** The exams that can be sat as a mock, by their ids. Another one is another entry. */
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

/** An exam by its id; undefined for one that is not known (here, or any more). */
export function findExam(id: string): Exam | undefined {
  return Object.hasOwn(exams, id) ? exams[id as ExamId] : undefined;
}
