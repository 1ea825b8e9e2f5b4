import type { CSSProperties } from "react";
import type { ScoringUnit } from "../../../../../domain/content/pack.ts";
import { proposedLoss } from "../../../../../domain/exam/exam-proposals.ts";
import type { ExamResult } from "../../../../../domain/exam/exam-result.ts";
import type { Exam, MarkRange } from "../../../../../domain/exam/exams.ts";
import { errorNames, marksText, rangeText, tariffText, unitNames } from "./marking-words.ts";

type UnitKind = ScoringUnit["kind"];

/** How long a bar is, as a part of the longest. */
const share = (part: number, whole: number): CSSProperties & { "--share": number } => ({
  "--share": whole > 0 ? part / whole : 0,
});

/** What each kind of error cost. */
export function LostByKind({ kinds }: Pick<ExamResult, "kinds">) {
  const dearest = Math.max(0, ...kinds.map(({ lost }) => lost));
  if (kinds.length === 0) return <p className="result-quiet">No error was noted.</p>;
  return (
    <ul className="result-bars">
      {kinds.map(({ kind, lost, notes }) => (
        <li key={kind}>
          <span>{errorNames[kind]}</span>
          <i style={share(lost, dearest)} aria-hidden="true" />
          <span className="result-amount">
            {marksText(lost)} <small>{notes === 1 ? "1 note" : `${notes} notes`}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the missed units of all dialogues may have cost, by Parlance's own rule. */
export function UnitProposal({ exam, missed }: { exam: Exam; missed: readonly (readonly UnitKind[])[] }) {
  const ranges = missed.map((kinds) => proposedLoss(exam, kinds));
  const sum = (end: keyof MarkRange) => ranges.reduce((total, range) => total + range[end], 0);
  const range = { least: sum("least"), most: sum("most") };
  if (range.most === 0) return null;
  return (
    <p className="result-quiet">
      By the missed units alone Parlance would propose that {rangeText(range)} were lost. The rule is its own, since
      none is published for {exam.name}: {tariffText(exam)}, for each that was missed.
    </p>
  );
}

/** More than so many beads of a kind are told by their number alone. */
const mostBeads = 120;

function Beads({ carried, missed }: { carried: number; missed: number }) {
  if (carried + missed > mostBeads) return null;
  return (
    <span className="result-beads" aria-hidden="true">
      {Array.from({ length: carried + missed }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: beads are all alike.
        <i key={at} data-carried={at < carried} />
      ))}
    </span>
  );
}

/** How many scoring units of each kind were carried: a bead for each. */
export function UnitsByKind({ units }: Pick<ExamResult, "units">) {
  if (units.length === 0) return <p className="result-quiet">No scoring unit was ticked.</p>;
  return (
    <ul className="result-units">
      {units.map(({ kind, carried, missed }) => (
        <li key={kind}>
          <span>{unitNames[kind].many}</span>
          <Beads carried={carried} missed={missed} />
          <span className="result-amount">
            {carried} of {carried + missed} carried
          </span>
        </li>
      ))}
    </ul>
  );
}
