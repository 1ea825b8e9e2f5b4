import { Link } from "react-router";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { Segment } from "../../../../../domain/content/pack.ts";
import { isExample } from "../../../../../domain/content/scenario.ts";
import type { ExamAttemptFacts, ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { Place } from "../../../../../domain/exam/exam-marking.ts";
import type { ExamResult } from "../../../../../domain/exam/exam-result.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { titleLanguage } from "../../../ui/title-language.ts";

/**
 * Returns null if the practice page would not open this dialogue.
 * @param language the learner's `paidLanguage`
 */
export function practicePath(
  { scenario_id: id, language: spoken }: Pick<ExamDialogue, "scenario_id" | "language">,
  segment: number,
  language: LanguageName | null,
): string | null {
  if (isExample(id) || spoken === language) return paths.topicAt(id, segment);
  return language === null ? null : paths.topicAt(id, segment, spoken);
}

const maxShown = 5;

type Props = {
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  costliest: ExamResult["costliest"];
  paidLanguage: LanguageName | null;
  textAt: (place: Place) => Segment | null;
};

export function NextPractice({ attempt, costliest, paidLanguage, textAt }: Props) {
  if (costliest.length === 0) return <p className="result-quiet">No deductions noted.</p>;
  return (
    <ol className="result-next">
      {costliest.slice(0, maxShown).map(({ dialogue, segment, lost }) => {
        const drawn = attempt.dialogues[dialogue];
        if (!drawn) return null;
        const { title, language } = drawn;
        const text = textAt({ dialogue, segment });
        const practice = practicePath(drawn, segment, paidLanguage);
        return (
          <li key={`${dialogue} ${segment}`}>
            <span className="result-next-words">
              <strong>
                Segment {segment + 1}, <span {...titleLanguage(title, language)}>{title}</span>
              </strong>
              {text && <bdi className="result-next-text">{text.original_script}</bdi>}
            </span>
            <span className="result-next-cost">{marksText(lost)}</span>
            {practice ? (
              <Link className="button variant-plain" to={practice}>
                Practise
                <span className="visually-hidden">
                  {" "}
                  segment {segment + 1} of {title}
                </span>
              </Link>
            ) : (
              <small>To practise it, you need a paid plan.</small>
            )}
          </li>
        );
      })}
    </ol>
  );
}
