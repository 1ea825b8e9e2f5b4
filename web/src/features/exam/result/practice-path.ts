import type { LanguageName } from "../../../../../domain/content/language.ts";
import { isExample } from "../../../../../domain/content/scenario.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import { paths } from "../../../../../domain/http/pages.ts";

/**
 * The address at which a segment of an exam attempt is practised; null where practice would open another dialogue.
 * @param language the language in which practice opens dialogues for this learner; null without a paid plan
 */
export function practicePath(
  { scenario_id: id, language: spoken }: Pick<ExamDialogue, "scenario_id" | "language">,
  segment: number,
  language: LanguageName | null,
): string | null {
  return isExample(id) || spoken === language ? paths.topicAt(id, segment) : null;
}
