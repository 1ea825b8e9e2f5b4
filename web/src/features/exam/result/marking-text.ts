import { unitKinds } from "../../../../../domain/content/pack.ts";
import { isOwnMarker } from "../../../../../domain/exam/exam-marking.ts";
import type { ExamResult } from "../../../../../domain/exam/exam-result.ts";
import type { Exam, MarkRange } from "../../../../../domain/exam/exams.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { unitKindNames } from "../../../ui/unit-kind-names.ts";

/** Does not name the remaining marks, because these would look like a result. */
export function lostSoFarText({ dialogues }: Pick<ExamResult, "dialogues">): string {
  const lost = dialogues.reduce((sum, { of, marks }) => sum + of - marks, 0);
  return lost === 0 ? "No marks lost yet" : `${marksText(lost)} lost so far`;
}

/** A dialogue that is not marked shows no number, because full marks would look like a result. */
export function dialogueMarksText({ marking, marks, of }: ExamResult["dialogues"][number]): string {
  switch (marking) {
    case "unheard":
      return "not heard";
    case "unmarked":
      return "not marked yet";
    case "begun":
      return `${marks}/${of}`;
  }
}

export function rangeText({ least, most }: MarkRange): string {
  return least === most ? marksText(least) : `${least} to ${marksText(most)}`;
}

export function tariffText({ proposals }: Exam): string {
  return unitKinds
    .map((kind) => {
      const { least, most } = proposals.units[kind];
      return `${unitKindNames[kind].one.toLowerCase()} ${least} to ${most}`;
    })
    .join(", ");
}

export function deductionText(deduction: number): string {
  return deduction === 0 ? "0" : `\u2212${deduction}`;
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

export function dayText(instant: string): string {
  return day.format(new Date(instant));
}

export function markerText(marker: string): string {
  return isOwnMarker(marker) ? "You" : marker.trim();
}
