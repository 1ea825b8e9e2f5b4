import type { ScoringUnit, Segment } from "../../../../../domain/content/pack.ts";
import type {
  ExamAttemptFacts,
  ExamDialogue,
  MarkingChange,
  SegmentFacts,
  UnitOutcome,
} from "../../../../../domain/exam/exam-attempt.ts";
import {
  isSamePlace,
  markedSegments,
  type Note,
  notesOf,
  outcomesOf,
  type Place,
  ticksOf,
} from "../../../../../domain/exam/exam-marking.ts";
import { repeatCost } from "../../../../../domain/exam/exam-proposals.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { tickChange } from "../../../../../domain/exam/marking-changes.ts";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { gapsText } from "../../recording/recording-labels.ts";
import type { ExamRecording } from "../recordings/exam-recordings.ts";

/** `outcome` is null while the unit is not ticked. */
export type SheetUnit = ScoringUnit & { outcome: UnitOutcome | null };

export type SheetSegment = Place & {
  /** Null if the segment was not played. */
  facts: SegmentFacts | null;
  /** Null if no transcript is available. */
  text: Segment | null;
  units: readonly SheetUnit[];
  notes: readonly Note[];
  /** In marks. */
  lost: number;
  marked: boolean;
  recording: ExamRecording | null;
};

type SheetFacts = {
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  /** The segments of each dialogue; null for a dialogue that is not loaded. */
  texts: readonly (readonly Segment[] | null)[];
  changes: readonly MarkingChange[];
  /** The last recording of each segment. */
  recordings: readonly ExamRecording[];
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function buildSheet({ attempt, texts, changes, recordings }: SheetFacts): SheetSegment[] {
  const [notes, ticks, marked] = [notesOf(changes), ticksOf(changes), markedSegments(changes)];
  return attempt.dialogues.flatMap(({ segments }, dialogue) =>
    segments.map((facts, segment): SheetSegment => {
      const here = (other: Place) => isSamePlace(other, { dialogue, segment });
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

/** In seconds; null if the end is unknown. */
export function recordingEnd({ facts, recording }: Pick<SheetSegment, "facts" | "recording">): number | null {
  const ends = [facts?.take_seconds, recording?.seconds].filter((end) => typeof end === "number");
  return ends.length > 0 ? Math.min(...ends) : null;
}

export function firstUnmarked(sheet: readonly SheetSegment[]): number {
  const found = sheet.findIndex(({ facts, marked }) => facts !== null && !marked);
  return Math.max(0, found);
}

export function nextHeard(sheet: readonly SheetSegment[], at: number, by: 1 | -1): number {
  for (let to = at + by; to >= 0 && to < sheet.length; to += by) {
    if (sheet[to]?.facts) return to;
  }
  return at;
}

/** "missed" comes first, because markers look for missed units. */
export function nextOutcome(outcome: UnitOutcome | null): UnitOutcome | null {
  if (outcome === null) return "missed";
  return outcome === "missed" ? "carried" : null;
}

export function restCarriedChanges(segment: SheetSegment, changedAt: string): MarkingChange[] {
  return segment.units.flatMap((unit, at) =>
    unit.outcome === null ? [tickChange(segment, { at, unit }, "carried", changedAt)] : [],
  );
}

export function hasAudio({ text, recording }: SheetSegment, audio: PracticeAudio): boolean {
  return audio === "own" ? recording !== null : text !== null;
}

/** `before` counts the repeats of earlier segments in the dialogue. */
function repeatsText(exam: Exam, repeats: number, before: number): string {
  const times = repeats === 1 ? "Repeated once" : `Repeated ${repeats} times`;
  const cost = repeatCost(exam, before + repeats) - repeatCost(exam, before);
  return cost === 0 ? `${times}, free` : `${times}, suggested deduction: ${marksText(cost)}`;
}

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
