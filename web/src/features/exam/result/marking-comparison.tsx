import { type ReactNode, useState } from "react";
import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { listIncidents } from "../../../../../domain/exam/exam-incidents.ts";
import { isMarkingComplete } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { countedText } from "../../../ui/counted-text.ts";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { Incidents } from "./incidents.tsx";
import { dayText, deductionText, dialogueMarksText } from "./marking-text.ts";
import {
  type ComparedMarking,
  compareMarkings,
  type Difference,
  findDifferences,
  type SegmentMarks,
  verdictOf,
} from "./result-view.ts";

/** Names the marker inside the cell, for narrow screens. */
function MarkerCell({ marker, children }: { marker: string; children: ReactNode }) {
  return (
    <td data-marker={marker}>
      <span>{children}</span>
    </td>
  );
}

function MarksTable({ compared, exam }: { compared: readonly ComparedMarking[]; exam: Exam }) {
  const dialogues = compared[0]?.result.dialogues ?? [];
  const row = (name: string, cell: (one: ComparedMarking) => string) => (
    <tr>
      <th scope="row">{name}</th>
      {compared.map((one) => (
        <MarkerCell key={one.id} marker={one.marker}>
          {cell(one)}
        </MarkerCell>
      ))}
    </tr>
  );
  return (
    <table className="result-table result-compared">
      <caption className="visually-hidden">Marks of each complete marking</caption>
      <thead>
        <tr>
          <td />
          {compared.map(({ id, marker, createdAt }) => (
            <th key={id} scope="col">
              <bdi>{marker}</bdi> <small>{dayText(createdAt)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dialogues.map((dialogue, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dialogue is identified by its position.
          <tr key={at}>
            <th scope="row">
              Dialogue {at + 1} <small>({dialogue.of} marks)</small>
            </th>
            {compared.map(({ id, marker, result }) => {
              const of = result.dialogues[at];
              return (
                <MarkerCell key={id} marker={marker}>
                  {of?.marking === "begun" ? of.marks : of && dialogueMarksText(of)}
                </MarkerCell>
              );
            })}
          </tr>
        ))}
        {row("Deducted for repeats", ({ repeats }) => `${repeats.charged} (suggested: ${repeats.proposed})`)}
        {row("Total", ({ result }) => `${result.marks}`)}
        {row("Result", ({ result }) => verdictOf(result, exam.pass.value).title)}
      </tbody>
    </table>
  );
}

function SegmentMarksCell({ marker, opinion: { lost, kinds, missed } }: { marker: string; opinion: SegmentMarks }) {
  const words = [
    ...kinds.map((kind) => errorKindNames[kind]),
    ...(missed > 0 ? [countedText(missed, "unit missed", "units missed")] : []),
  ];
  return (
    <MarkerCell marker={marker}>
      {deductionText(lost)}
      {words.length > 0 && ","} <small>{words.join(", ")}</small>
    </MarkerCell>
  );
}

type DifferencesProps = {
  differences: readonly Difference[];
  compared: readonly ComparedMarking[];
};

function DifferencesTable({ differences, compared }: DifferencesProps) {
  if (differences.length === 0)
    return <p className="result-quiet">No differences in marks, kinds of errors or numbers of missed units.</p>;
  return (
    <table className="result-table result-compared result-differences">
      <caption>Differences</caption>
      <thead>
        <tr>
          <th scope="col">Segment</th>
          {compared.map(({ id, marker }) => (
            <th key={id} scope="col">
              <bdi>{marker}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ dialogue, segment, segmentMarks }) => (
          <tr key={`${dialogue} ${segment}`}>
            <th scope="row">
              {segment + 1}, <small>dialogue {dialogue + 1}</small>
            </th>
            {compared.map(({ id, marker }, at) => {
              const opinion = segmentMarks[at];
              return opinion && <SegmentMarksCell key={id} {...{ marker, opinion }} />;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = {
  exam: Exam;
  attempt: Pick<ExamAttemptFacts, "dialogues" | "interruptions">;
  markings: readonly Marking[];
  candidate: string;
  marking: Marking;
};

function ComparedMarkings({ exam, attempt, markings, candidate }: Omit<Props, "marking">) {
  const compared = compareMarkings(exam, attempt, markings);
  return (
    <div className="result-tables">
      <div>
        <p className="result-candidate">
          Candidate: <bdi>{candidate}</bdi>
        </p>
        <Incidents {...{ exam, attempt }} incidents={listIncidents(exam, attempt, [])} factsOnly />
      </div>
      <MarksTable compared={compared} exam={exam} />
      <DifferencesTable differences={findDifferences(attempt, markings)} compared={compared} />
    </div>
  );
}

/** Opens only on request. Why: docs/decisions/0101-marking-by-misses-and-blind.md */
export function MarkingComparison({ exam, attempt, markings, marking, candidate }: Props) {
  const [isAsked, setAsked] = useState(false);
  if (markings.length < 2) return null;
  const complete = markings.filter(({ changes }) => isMarkingComplete(attempt, changes));
  const isPossible = complete.length > 1 && complete.some(({ marking_id: id }) => id === marking.marking_id);
  return (
    <section className="result-part result-comparison" aria-labelledby="result-markings">
      <h2 id="result-markings">Markings side by side</h2>
      {!isPossible && (
        <p className="result-quiet">You can compare markings when this marking and another one are complete.</p>
      )}
      {isPossible && !isAsked && <Button onClick={() => setAsked(true)}>Compare {complete.length} markings</Button>}
      {isPossible && isAsked && <ComparedMarkings {...{ exam, attempt, candidate }} markings={complete} />}
    </section>
  );
}
