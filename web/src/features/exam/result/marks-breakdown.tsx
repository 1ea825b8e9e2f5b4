import type { CSSProperties } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { ScoringUnit, Segment } from "../../../../../domain/content/pack.ts";
import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../../../domain/exam/exam-marking.ts";
import { proposedLoss } from "../../../../../domain/exam/exam-proposals.ts";
import { type ExamResult, tickedUnits } from "../../../../../domain/exam/exam-result.ts";
import type { Exam, MarkRange } from "../../../../../domain/exam/exams.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { unitKindNames } from "../../../ui/unit-kind-names.ts";
import { rangeText, tariffText } from "./marking-text.ts";
import { MarksCharts } from "./marks-chart.tsx";
import { NextPractice } from "./next-practice.tsx";

type UnitKind = ScoringUnit["kind"];

const barShare = (part: number, whole: number): CSSProperties & { "--share": number } => ({
  "--share": whole > 0 ? part / whole : 0,
});

function LostByKind({ kinds }: Pick<ExamResult, "kinds">) {
  const dearest = Math.max(0, ...kinds.map(({ lost }) => lost));
  if (kinds.length === 0) return <p className="result-quiet">No errors noted.</p>;
  return (
    <ul className="result-bars">
      {kinds.map(({ kind, lost, notes }) => (
        <li key={kind}>
          <span>{errorKindNames[kind]}</span>
          <i style={barShare(lost, dearest)} aria-hidden="true" />
          <span className="result-amount">
            {marksText(lost)} <small>{countedText(notes, "note")}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

function UnitProposal({ exam, missed }: { exam: Exam; missed: readonly (readonly UnitKind[])[] }) {
  const ranges = missed.map((kinds) => proposedLoss(exam, kinds));
  const sum = (end: keyof MarkRange) => ranges.reduce((total, range) => total + range[end], 0);
  const range = { least: sum("least"), most: sum("most") };
  if (range.most === 0) return null;
  return (
    <p className="result-quiet">
      For the missed units, Parlance suggests a deduction of {rangeText(range)}. Suggested deduction for each missed
      unit: {tariffText(exam)}.
    </p>
  );
}

const maxDots = 120;

function UnitDots({ carried, missed }: { carried: number; missed: number }) {
  if (carried + missed > maxDots) return null;
  return (
    <span className="result-beads" aria-hidden="true">
      {Array.from({ length: carried + missed }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are all alike.
        <i key={at} data-carried={at < carried} />
      ))}
    </span>
  );
}

function UnitsByKind({ units }: Pick<ExamResult, "units">) {
  if (units.length === 0) return null;
  return (
    <ul className="result-units">
      {units.map(({ kind, carried, missed }) => (
        <li key={kind}>
          <span>{unitKindNames[kind].many}</span>
          <UnitDots carried={carried} missed={missed} />
          <span className="result-amount">
            {carried} correct, {missed} missed
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Without the text of a dialogue, its units are unknown. */
function UnitsNote({ units, hasAllTexts }: Pick<ExamResult, "units"> & { hasAllTexts: boolean }) {
  if (!hasAllTexts) {
    return <p className="result-quiet">Dialogues whose transcripts are not loaded are left out here.</p>;
  }
  return units.length === 0 ? <p className="result-quiet">No marked scoring units to show.</p> : null;
}

type Props = {
  exam: Exam;
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  marking: Marking;
  result: ExamResult;
  paidLanguage: LanguageName | null;
  textAt: (place: Place) => Segment | null;
};

function missedUnitKinds({ attempt, marking, textAt }: Pick<Props, "attempt" | "marking" | "textAt">) {
  const ticked = tickedUnits(attempt, marking.changes, (place) => textAt(place)?.units ?? []);
  return attempt.dialogues.map((_, at) =>
    ticked.flatMap(({ dialogue, kind, outcome }) => (dialogue === at && outcome === "missed" ? [kind] : [])),
  );
}

const hasAllTexts = ({ attempt, textAt }: Pick<Props, "attempt" | "textAt">) =>
  attempt.dialogues.every((_, dialogue) => textAt({ dialogue, segment: 0 }) !== null);

export function MarksBreakdown(props: Props) {
  const { exam, attempt, paidLanguage, textAt, result } = props;
  return (
    <>
      <MarksCharts {...props} />
      <div className="result-where">
        <section aria-labelledby="result-kinds">
          <h2 id="result-kinds">By kind of error</h2>
          <LostByKind kinds={result.kinds} />
        </section>
        <section aria-labelledby="result-units">
          <h2 id="result-units">By kind of scoring unit</h2>
          <UnitsByKind units={result.units} />
          <UnitsNote units={result.units} hasAllTexts={hasAllTexts(props)} />
          <UnitProposal exam={exam} missed={missedUnitKinds(props)} />
        </section>
      </div>
      <section className="result-part" aria-labelledby="result-next">
        <h2 id="result-next">Practise next</h2>
        <NextPractice {...{ attempt, paidLanguage, textAt }} costliest={result.costliest} />
      </section>
    </>
  );
}
