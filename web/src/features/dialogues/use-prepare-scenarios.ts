import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { audioPaths } from "../../../../domain/content/pack.ts";
import { startIndexOf } from "../../../../domain/practice/dialogue-status.ts";
import { whenIdle } from "../../browser/timing.ts";
import { audioFiles } from "../content/audio-files.ts";
import type { ScenarioWithStatus } from "../scenario/dialogue-statuses.ts";
import { scenarioQuery } from "../scenario/scenario.ts";

type Shown = { userId: string; language: LanguageName | null; scenarios: readonly ScenarioWithStatus[] };

/**
 * Call the returned function when the learner is about to open a dialogue.
 * @param language null for the examples
 */
export function usePrepareScenarios({ userId, language, scenarios }: Shown): (scenario: ScenarioWithStatus) => void {
  const queries = useQueryClient();
  const ids = scenarios.map(({ id }) => id).join(" ");
  const queryOf = (scenarioId: string) =>
    scenarioQuery({ userId, scenarioId, preference: language, paid: language !== null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `queryOf` depends on the learner and the language.
  useEffect(() => {
    let over = false;
    const prepare = async () => {
      await whenIdle();
      void import("../practice/practice-page.tsx").catch(() => undefined);
      void audioFiles.openCache();
      for (const scenarioId of ids.split(" ").filter(Boolean)) {
        if (!over) await queries.prefetchQuery({ ...queryOf(scenarioId), retry: false });
      }
    };
    void prepare();
    return () => {
      over = true;
    };
  }, [queries, userId, language, ids]);

  return ({ id, status }) => {
    const prepare = async () => {
      const { folder, segments } = await queries.fetchQuery({ ...queryOf(id), retry: false });
      const first = segments[startIndexOf(status)];
      if (first) audioFiles.preload(audioPaths(folder, first).original);
    };
    // Ignores a failure, because the practice page shows the error.
    void prepare().catch(() => undefined);
  };
}
