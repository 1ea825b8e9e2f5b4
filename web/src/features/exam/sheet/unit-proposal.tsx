import { proposedLoss } from "../../../../../domain/exam/exam-proposals.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { rangeText, tariffText } from "../result/marking-words.ts";
import type { SheetUnit } from "./sheet-view.ts";

type Props = { exam: Exam; units: readonly SheetUnit[]; lost: number };

/** What missed units may cost, as a proposal of Parlance's own, and how it comes about. */
export function UnitProposal({ exam, units, lost }: Props) {
  const missed = units.filter(({ outcome }) => outcome === "missed").map(({ kind }) => kind);
  if (missed.length === 0) return null;
  return (
    <details className="sheet-proposal">
      <summary>
        {missed.length} missed: Parlance proposes {rangeText(proposedLoss(exam, missed))}
        {lost > 0 && `; noted so far, ${lost}`}
      </summary>
      <p>
        A rule of Parlance’s own, for none is published for {exam.name}. What each unit that was missed may cost is
        added up: {tariffText(exam)}. It deducts nothing by itself; what you note as errors does.
      </p>
    </details>
  );
}
