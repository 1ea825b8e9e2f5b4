import type { ScoringUnit, Segment } from "../../../../../domain/content/pack.ts";
import type {
  ExamAttemptFacts,
  ExamDialogue,
  MarkingChange,
  SegmentFacts,
  UnitOutcome,
} from "../../../../../domain/exam/exam-attempt.ts";
import {
  markedSegments,
  type Note,
  notesOf,
  outcomesOf,
  type Place,
  ticksOf,
  unitFingerprint,
} from "../../../../../domain/exam/exam-marking.ts";
import { repeatCost } from "../../../../../domain/exam/exam-proposals.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import { gapsText } from "../../recording/recording-labels.ts";
import type { ExamRecording } from "../recordings/exam-recordings.ts";
import { marksText } from "../result/marking-text.ts";

/** A scoring unit and what it came to; null while nobody has said. */
export type SheetUnit = ScoringUnit & { outcome: UnitOutcome | null };

/** A segment as it stands on the sheet. */
export type SheetSegment = Place & {
  /** Null where the candidate did not come to it. */
  facts: SegmentFacts | null;
  /** Null while its words are not there. */
  text: Segment | null;
  units: readonly SheetUnit[];
  notes: readonly Note[];
  /** In marks. */
  lost: number;
  marked: boolean;
  /** The take that counts, if this device has it. */
  recording: ExamRecording | null;
};

type SheetFacts = {
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  /** Of each dialogue, as far as they are there. */
  texts: readonly (readonly Segment[] | null)[];
  changes: readonly MarkingChange[];
  /** Those that count. */
  recordings: readonly ExamRecording[];
};

const isAt =
  ({ dialogue, segment }: Place) =>
  (other: Place) =>
    other.dialogue === dialogue && other.segment === segment;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The segments of a mock as one marking has them, dialogue after dialogue. */
export function buildSheet({ attempt, texts, changes, recordings }: SheetFacts): SheetSegment[] {
  const [notes, ticks, marked] = [notesOf(changes), ticksOf(changes), markedSegments(changes)];
  return attempt.dialogues.flatMap(({ segments }, dialogue) =>
    segments.map((facts, segment): SheetSegment => {
      const here = isAt({ dialogue, segment });
      const text = texts[dialogue]?.[segment] ?? null;
      const units = text?.units ?? [];
      const outcomes = outcomesOf(ticks, { dialogue, segment }, units);
      const noted = notes.filter(here);
      return {
        ...{ dialogue, segment, facts, text, notes: noted },
        units: units.map((unit, at) => ({ ...unit, outcome: outcomes[at] ?? null })),
        lost: sum(noted.map(({ deduction }) => deduction)),
        marked: marked.some(here),
        recording: recordings.find(here) ?? null,
      };
    }),
  );
}

/** The end of a segment's recording, in seconds: the earlier of what is known of it; null where nothing is. */
export function recordingEnd({ facts, recording }: Pick<SheetSegment, "facts" | "recording">): number | null {
  const ends = [facts?.take_seconds, recording?.seconds].filter((end) => typeof end === "number");
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** The segment at which marking begins or goes on: the first that was heard and is not marked, else the first. */
export function firstUnmarked(sheet: readonly SheetSegment[]): number {
  const found = sheet.findIndex(({ facts, marked }) => facts !== null && !marked);
  return Math.max(0, found);
}

/** The next segment that was heard, or the one before (`by` -1); the same where there is none. */
export function nextHeard(sheet: readonly SheetSegment[], at: number, by: 1 | -1): number {
  for (let to = at + by; to >= 0 && to < sheet.length; to += by) {
    if (sheet[to]?.facts) return to;
  }
  return at;
}

/** What a press on a unit makes of it: missed first, since that is what is looked for, then carried, then open again. */
export function nextOutcome(outcome: UnitOutcome | null): UnitOutcome | null {
  if (outcome === null) return "missed";
  return outcome === "missed" ? "carried" : null;
}

/** Says what the unit in a place of a segment came to, at an instant (ISO 8601). */
export function tickChange(
  { dialogue, segment }: Place,
  { at, unit }: { at: number; unit: ScoringUnit },
  outcome: UnitOutcome | null,
  changedAt: string,
): MarkingChange {
  return { type: "tick", dialogue, segment, unit: at, sign: unitFingerprint(unit), outcome, changed_at: changedAt };
}

/** Says of all units of a segment that are open that they were carried. */
export function restCarriedChanges(segment: SheetSegment, changedAt: string): MarkingChange[] {
  return segment.units.flatMap((unit, at) =>
    unit.outcome === null ? [tickChange(segment, { at, unit }, "carried", changedAt)] : [],
  );
}

/** Says that a segment is marked, or that it is not. */
export function markChange({ dialogue, segment }: Place, marked: boolean, changedAt: string): MarkingChange {
  return { type: "segment", dialogue, segment, marked, changed_at: changedAt };
}

/** Which voices of a segment there are to be heard. */
export function hasAudio({ text, recording }: SheetSegment, audio: PracticeAudio): boolean {
  return audio === "own" ? recording !== null : text !== null;
}

/** Returns a sentence on the marks proposed for repeats of a segment, after `before` repeats in its dialogue. */
function repeatsText(exam: Exam, repeats: number, before: number): string {
  const times = repeats === 1 ? "Repeated once" : `Repeated ${repeats} times`;
  const cost = repeatCost(exam, before + repeats) - repeatCost(exam, before);
  return cost === 0 ? `${times}, free` : `${times}, suggested deduction: ${marksText(cost)}`;
}

/** Returns sentences on repeats, interruptions and gaps of a segment. */
export function segmentEventTexts(
  exam: Exam,
  { segments }: ExamDialogue,
  { segment, facts, recording }: SheetSegment,
): string[] {
  const repeats = facts?.repeats ?? 0;
  const before = segments.slice(0, segment).reduce((sum, each) => sum + (each?.repeats ?? 0), 0);
  const missing = gapsText(recording?.gaps ?? []);
  return [
    ...(repeats > 0 ? [repeatsText(exam, repeats, before)] : []),
    ...(facts?.interrupted ? ["Interrupted"] : []),
    ...(missing ? [missing] : []),
  ];
}
