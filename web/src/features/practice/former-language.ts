import { type LanguageName, languageNames } from "../../../../domain/language.ts";
import { exampleLanguage, isExample, type TopicId, topicOf } from "../../../../domain/scenario.ts";

/** The name under which the scenarios of a topic are cached. */
export function listName(language: LanguageName, topic: TopicId): string {
  return `scenarios_${language}_${topic}`;
}

/**
 * The language of takes that were stored before it was noted: the one in which this browser has listed the scenario's
 * topic, which it does before any of it can be practised. "unknown" if that is none or several.
 * @param cached the names under which something is cached for the learner
 */
export function formerLanguage(cached: readonly string[], scenarioId: string): LanguageName | "unknown" {
  if (isExample(scenarioId)) return exampleLanguage;
  const topic = topicOf(scenarioId);
  const [language, ...others] = languageNames.filter((name) => cached.includes(listName(name, topic)));
  return language === undefined || others.length > 0 ? "unknown" : language;
}
