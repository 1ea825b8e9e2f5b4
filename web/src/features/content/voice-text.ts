import { useQuery } from "@tanstack/react-query";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { ListedScenario } from "../../../../domain/content/pack.ts";
import { topicOf } from "../../../../domain/content/scenario.ts";
import { scenariosQuery } from "./scenarios.ts";

type VoiceFacts = Pick<ListedScenario, "licence" | "voice_fit">;

/** Returns a label for audio that a synthesiser speaks; null for people's recordings and for unknown voices. */
export function voiceLabel({ licence }: VoiceFacts): string | null {
  if (licence?.voices === "synthetic") return "Synthetic voice";
  return licence?.voices === "both" ? "Partly synthetic voices" : null;
}

/** Returns a warning about voices that learners should not imitate; null for other voices. */
export function voiceWarning(facts: VoiceFacts): string | null {
  const label = voiceLabel(facts);
  if (!label || facts.voice_fit !== "comprehension") return null;
  return `${label}: good for understanding, not as a model of pronunciation.`;
}

/**
 * Returns the facts about a dialogue's voices from the cached list of dialogues. Makes no request. Returns no facts if
 * the list is not loaded.
 */
export function useListedScenario(userId: string, language: LanguageName, scenarioId: string): VoiceFacts {
  const { data = [] } = useQuery({ ...scenariosQuery(userId, language, topicOf(scenarioId)), enabled: false });
  return data.find(({ id }) => id === scenarioId) ?? {};
}
