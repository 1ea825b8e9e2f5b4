import { useQuery } from "@tanstack/react-query";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { ListedScenario } from "../../../../domain/content/pack.ts";
import { topicOf } from "../../../../domain/content/scenario.ts";
import { scenariosQuery } from "./scenarios.ts";

type VoiceFacts = Pick<ListedScenario, "licence" | "voice_fit">;

export function voiceLabel({ licence }: VoiceFacts): string | null {
  if (licence?.voices === "synthetic") return "Synthetic voice";
  return licence?.voices === "both" ? "Partly synthetic voices" : null;
}

export function voiceWarning(facts: VoiceFacts): string | null {
  const label = voiceLabel(facts);
  if (!label || facts.voice_fit !== "comprehension") return null;
  return `${label}: good for understanding, not as a model of pronunciation.`;
}

/** Makes no request. */
export function useListedScenario(userId: string, language: LanguageName, scenarioId: string): VoiceFacts {
  const { data = [] } = useQuery({ ...scenariosQuery(userId, language, topicOf(scenarioId)), enabled: false });
  return data.find(({ id }) => id === scenarioId) ?? {};
}
