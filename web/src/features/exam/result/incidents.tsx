import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import type { DialogueIncidents } from "../../../../../domain/exam/exam-incidents.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { interruptionsText, repeatMarksText, repeatsText } from "./incident-words.ts";

type Props = {
  exam: Exam;
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  incidents: readonly DialogueIncidents[];
  /** Leaves out what belongs to one marking. */
  factsOnly?: boolean;
};

/** The repeats and interruptions of each dialogue. */
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
