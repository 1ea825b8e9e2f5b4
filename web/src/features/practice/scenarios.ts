import { useQuery } from "@tanstack/react-query";
import type { CompletedScenario } from "../../../../domain/api.ts";
import { metadataPath, ScenarioList, type TopicId, TopicList, topicFolder } from "../../../../domain/scenario.ts";
import { callApi } from "../../api.ts";
import { freshness } from "../../query-freshness.ts";
import { fetchMetadata } from "./content.ts";

/** A dialogue as the list shows it, before it is known whether it was completed. */
export type Scenario = { id: string; title: string; topic: string };

async function scenariosOf(language: string, topic: { id: TopicId; name: string }): Promise<Scenario[]> {
  const rows = await fetchMetadata(metadataPath(topicFolder(language, topic.id)), ScenarioList);
  return rows.map(({ id, scenario }) => ({ id, title: scenario, topic: topic.name }));
}

/** The dialogues a learner may practise: all topics of `language`, or the examples where it is null. */
async function listScenarios(language: string | null): Promise<Scenario[]> {
  if (language === null) return scenariosOf("nepali", { id: "example", name: "Example" });
  const topics = await fetchMetadata(metadataPath(`${language}/`), TopicList);
  return (await Promise.all(topics.map((topic) => scenariosOf(language, topic)))).flat();
}

/** The dialogues a learner may practise; `language` null stands for the examples. */
export function useScenarios(userId: string, language: string | null) {
  return useQuery({
    queryKey: ["scenarios", userId, language],
    queryFn: () => listScenarios(language),
    ...freshness.topicsAndScenarios,
  });
}

/** Where the completed scenarios of a learner are cached. */
export const completedKey = (userId: string) => ["completed-scenarios", userId] as const;

/** The scenarios that the learner has completed. */
export function useCompletedScenarios(userId: string) {
  return useQuery<CompletedScenario[]>({
    queryKey: completedKey(userId),
    queryFn: () => callApi("list-completed-scenarios", {}),
    ...freshness.completedScenarios,
  });
}
