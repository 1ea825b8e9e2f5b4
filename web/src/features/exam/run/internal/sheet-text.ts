import { languageLabel } from "../../../../../../domain/content/language.ts";
import type { ExamAttemptFacts, ExamDialogue, Marking } from "../../../../../../domain/exam/exam-attempt.ts";
import { markerOf, type Note, notesOf } from "../../../../../../domain/exam/exam-marking.ts";
import { findExam } from "../../../../../../domain/exam/exams.ts";
import { clockTime } from "../../../../ui/clock-time.ts";
import type { MockTake } from "../../takes/mock-takes.ts";

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** The name of a take's file: dialogue, segment and turn, so that files stand in the order in which they were said. */
export function takeName({ dialogue, segment, turn }: Pick<MockTake, "dialogue" | "segment" | "turn">): string {
  return `dialogue-${dialogue + 1}-segment-${twoDigits(segment + 1)}-take-${turn}.wav`;
}

const tenths = (seconds: number) => `${clockTime(seconds)}.${Math.floor((seconds * 10) % 10)}`;

function noteLine({ at_seconds, kind, deduction, remark }: Note, marker: string): string {
  const by = marker === "" ? "" : ` (${marker})`;
  return `    ${tenths(at_seconds)}  ${kind}, ${deduction} off${remark === "" ? "" : `: ${remark}`}${by}`;
}

type Sheet = { facts: ExamAttemptFacts; markings: readonly Marking[]; takes: readonly MockTake[] };

function segmentLines({ segments }: ExamDialogue, dialogue: number, { markings, takes }: Sheet): string[] {
  return segments.flatMap((known, segment) => {
    if (!known) return [`  Segment ${segment + 1}: not heard`];
    const mine = takes.filter((take) => take.dialogue === dialogue && take.segment === segment);
    const last = mine.at(-1);
    const said = last
      ? `${takeName(last)}, ${tenths(last.seconds)}${last.interrupted ? ", interrupted" : ""}`
      : "nothing recorded";
    const repeats = known.repeats > 0 ? `, repeated ${known.repeats} times` : "";
    const notes = markings.flatMap(({ changes }) =>
      notesOf(changes)
        .filter((note) => note.dialogue === dialogue && note.segment === segment)
        .map((note) => noteLine(note, markerOf(changes))),
    );
    return [`  Segment ${segment + 1}: ${said}${repeats}`, ...notes];
  });
}

/** What is known of a mock, to be read beside its recordings without Parlance. */
export function sheetText(sheet: Sheet): string {
  const { facts } = sheet;
  const head = [
    `Mock exam under the conditions of ${findExam(facts.exam)?.name ?? facts.exam}, begun ${facts.started_at}, ${facts.outcome}.`,
    "What was deducted is what whoever marked proposes, in marks.",
    ...facts.interruptions.map(
      ({ at, dialogue, segment, kind }) =>
        `Interrupted in dialogue ${dialogue + 1}, segment ${segment + 1} (${kind}, ${at}).`,
    ),
  ];
  const dialogues = facts.dialogues.flatMap((dialogue, at) => [
    "",
    `Dialogue ${at + 1}: ${dialogue.title} (${languageLabel(dialogue.language)}, ${dialogue.scenario_id})`,
    ...segmentLines(dialogue, at, sheet),
  ]);
  return [...head, ...dialogues, ""].join("\r\n");
}
