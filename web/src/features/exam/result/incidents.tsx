import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import type { DialogueIncidents } from "../../../../../domain/exam/exam-incidents.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { interruptionNames } from "../attempts/fact-names.ts";

/** Returns text such as "2 repeats: segment 3 (twice). 1 is free.". */
export function repeatsText({ repeats }: DialogueIncidents, exam: Exam): string {
  const total = repeats.reduce((sum, { times }) => sum + times, 0);
  if (total === 0) return "No repeats.";
  const where = repeats.map(({ segment, times }) => {
    const often = times === 1 ? "" : times === 2 ? " (twice)" : ` (${times} times)`;
    return `segment ${segment + 1}${often}`;
  });
  const free = exam.freeRepeats.value;
  const cost = total <= free ? "Free." : `${countedText(free, "is", "are")} free.`;
  return `${countedText(total, "repeat")}: ${where.join(", ")}. ${cost}`;
}

export function repeatMarksText({ proposed, charged, uncharged }: DialogueIncidents): string {
  if (proposed === 0 && charged === 0) return "";
  const rest = uncharged > 0 ? ` Not deducted yet: ${marksText(uncharged)}.` : "";
  return `Suggested deduction: ${marksText(proposed)}. Deducted for repeats: ${marksText(charged)}.${rest}`;
}

export function interruptionsText({ interruptions, brokenOff }: DialogueIncidents): string {
  const total = interruptions.length + brokenOff.length;
  if (total === 0) return "No interruptions.";
  const all = [
    ...interruptions.map(({ segment, kind }) => ({ segment, why: interruptionNames[kind] })),
    ...brokenOff.map((segment) => ({ segment, why: "recording interrupted" })),
  ].toSorted((one, other) => one.segment - other.segment);
  return `${countedText(total, "interruption")}: ${all.map(({ segment, why }) => `segment ${segment + 1} (${why})`).join(", ")}.`;
}

type Props = {
  exam: Exam;
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  incidents: readonly DialogueIncidents[];
  /** True to leave out the deductions for repeats. */
  factsOnly?: boolean;
};

export function Incidents({ exam, attempt, incidents, factsOnly = false }: Props) {
  return (
    <ul className="result-incidents">
      {attempt.dialogues.map(({ title, language, scenario_id: id }, at) => {
        const ofDialogue = incidents[at];
        if (!ofDialogue) return null;
        return (
          <li key={`${language} ${id}`}>
            <strong>
              {at + 1}. <span {...titleLanguage(title, language)}>{title}</span>
            </strong>{" "}
            {repeatsText(ofDialogue, exam)} {!factsOnly && repeatMarksText(ofDialogue)} {interruptionsText(ofDialogue)}
          </li>
        );
      })}
    </ul>
  );
}
