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
 * Makes ready what opening one of the scenarios on show needs: their texts while nothing else is to be done, and with the
 * function given back, to be called when a learner is about to open one, the first sound of the segment at which it opens.
 * @param language the learner's with a paid plan; null stands for the examples
 */
export function usePrepareScenarios({ userId, language, scenarios }: Shown): (scenario: ScenarioWithStatus) => void {
  const queries = useQueryClient();
  const ids = scenarios.map(({ id }) => id).join(" ");
  const queryOf = (scenarioId: string) =>
    scenarioQuery({ userId, scenarioId, preference: language, paid: language !== null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `queryOf` is told by the learner and the language.
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
    // Opening it will tell what is wrong.
    void prepare().catch(() => undefined);
  };
}
