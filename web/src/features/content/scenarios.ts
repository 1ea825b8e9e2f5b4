import { type QueryClient, useQueries, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type ListedScenario, ScenarioList, TopicList } from "../../../../domain/content/pack.ts";
import { exampleLanguage, metadataPath, type TopicId, topicFolder } from "../../../../domain/content/scenario.ts";
import { CompletedScenario, completedRowKey } from "../../../../domain/practice/progress.ts";
import { ApiError, callApi } from "../../api.ts";
import { readCached, readCachedWithoutNetwork, writeCached } from "../../browser/local-cache.ts";
import { fetchAllRows } from "../../fetch-all-rows.ts";
import { readHomePractice } from "../../home-answer.ts";
import { freshness, refetchIfFetching } from "../../query-freshness.ts";
import { fetchOrStored, isUnreachable } from "../../stored-answers.ts";
import { ContentError, fetchMetadata } from "./content.ts";

export type Topic = TopicList[number];

export type Scenario = { id: string; title: string; topic: string; topicId: TopicId; listed: ListedScenario };

export type DialoguesState =
  | { kind: "loading" }
  | { kind: "failed"; reason: string; retry: () => void; retrying: boolean }
  | {
      kind: "ready";
      topics: readonly Topic[];
      scenarios: readonly Scenario[];
      /** Topics whose dialogues could not be loaded. */
      missing: readonly Topic[];
      retry: () => void;
      retrying: boolean;
    };

const exampleTopics: readonly Topic[] = [{ id: "example", name: "Example" }];

const isLost = (error: unknown) =>
  isUnreachable(error) || (error instanceof ContentError && error.reason === "unreachable");

const isMissing = (error: unknown) => error instanceof ContentError && error.reason === "missing";

// Another try would only delay the error, because a missing file stays missing.
const shouldRetry = (failures: number, error: unknown) => failures < 1 && !isMissing(error);

function failureText(error: unknown): string {
  const plain = error instanceof ApiError || (error instanceof ContentError && error.reason === "unreachable");
  if (plain) return error.message;
  return error instanceof ContentError && error.reason === "premium-required"
    ? "These dialogues need a paid plan. Reload the page to check your plan."
    : "There is a problem on our side. Please try again in a moment.";
}

function fetchList<Schema extends z.ZodMiniType>(
  userId: string,
  name: string,
  schema: Schema,
  fetch: () => Promise<z.output<Schema>>,
): Promise<z.output<Schema>> {
  const fetchNew = async () => {
    const list = await fetch();
    writeCached(userId, name, list);
    return list;
  };
  return fetchOrStored(fetchNew, () => readCachedWithoutNetwork(userId, name, schema), isLost);
}

function cachedInitialData<Schema extends z.ZodMiniType>(userId: string, name: string, schema: Schema) {
  const cached = () => readCached(userId, name, schema);
  return {
    initialData: (): z.output<Schema> | undefined => cached()?.value,
    // The query cache uses the device's clock, which may differ from the server's.
    initialDataUpdatedAt: () => Date.now() - (cached()?.ageMs ?? 0),
  };
}

function useTopics(userId: string, language: LanguageName | null) {
  return useQuery<TopicList>({
    queryKey: ["topics", userId, language],
    queryFn: () =>
      fetchList(userId, `topics_${language}`, TopicList, () => fetchMetadata(metadataPath(`${language}/`), TopicList)),
    enabled: language !== null,
    retry: shouldRetry,
    ...cachedInitialData(userId, `topics_${language}`, TopicList),
    ...freshness.topicsAndScenarios,
  });
}

export function scenariosQuery(userId: string, language: LanguageName, topicId: TopicId) {
  const name = `scenarios_${language}_${topicId}`;
  const folder = topicFolder(language, topicId);
  return {
    queryKey: ["titles", folder],
    queryFn: () => fetchList(userId, name, ScenarioList, () => fetchMetadata(metadataPath(folder), ScenarioList)),
    retry: shouldRetry,
    ...cachedInitialData(userId, name, ScenarioList),
    ...freshness.topicsAndScenarios,
  };
}

/** @param language null for the examples */
export function useDialogues(userId: string, language: LanguageName | null): DialoguesState {
  const listed = useTopics(userId, language);
  const unpublished = isMissing(listed.error) ? [] : undefined;
  const topics = language === null ? exampleTopics : (listed.data ?? unpublished);
  const loads = useQueries({
    queries: (topics ?? []).map((topic) => scenariosQuery(userId, language ?? exampleLanguage, topic.id)),
  });
  if (!topics) {
    if (!listed.isError) return { kind: "loading" };
    const again = () => void listed.refetch();
    return { kind: "failed", reason: failureText(listed.error), retry: again, retrying: listed.isFetching };
  }
  if (loads.some(({ isPending }) => isPending)) return { kind: "loading" };
  const failed = loads.filter(({ data }) => data === undefined);
  const retrying = failed.some(({ isFetching }) => isFetching);
  const again = () => {
    for (const load of failed) void load.refetch();
  };
  if (failed.length > 0 && failed.length === loads.length) {
    return { kind: "failed", reason: failureText(failed[0]?.error), retry: again, retrying };
  }
  return {
    kind: "ready",
    topics,
    scenarios: topics.flatMap((topic, at) =>
      (loads[at]?.data ?? []).map((listed) => ({
        id: listed.id,
        title: listed.scenario,
        topic: topic.name,
        topicId: topic.id,
        listed,
      })),
    ),
    missing: topics.filter((_, at) => loads[at]?.data === undefined),
    retry: again,
    retrying,
  };
}

export const completedKey = (userId: string) => ["completed-scenarios", userId] as const;

export function useCompletedScenarios(userId: string) {
  return useQuery<CompletedScenario[]>({
    queryKey: completedKey(userId),
    queryFn: () =>
      fetchList(userId, "completed", z.array(CompletedScenario), async () => {
        const first = (await readHomePractice())?.completed;
        return fetchAllRows((params) => callApi("list-completed-scenarios", { params }), completedRowKey, first);
      }),
    ...freshness.completedScenarios,
  });
}

const isSameDialogue = (one: CompletedScenario, other: CompletedScenario) =>
  one.scenario_id === other.scenario_id && one.language === other.language;

/** Does not create a list, because one row is not the whole list. */
export function cacheCompleted(queries: QueryClient, userId: string, completed: CompletedScenario): void {
  queries.setQueryData<CompletedScenario[]>(
    completedKey(userId),
    (known) => known && [...known.filter((row) => !isSameDialogue(row, completed)), completed],
  );
  void refetchIfFetching(queries, completedKey(userId));
}
