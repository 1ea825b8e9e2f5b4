import { useQuery } from "@tanstack/react-query";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { originalSeconds } from "../../../../domain/content/pack.ts";
import { exampleLanguage, scenarioFolder } from "../../../../domain/content/scenario.ts";
import { useKept } from "../content/use-kept.ts";
import type { ScenarioWithStatus } from "../scenario/dialogue-statuses.ts";
import { scenarioQuery } from "../scenario/scenario.ts";
import { pageCount, pageSize } from "./list-view.ts";
import { Pagination } from "./pagination.tsx";
import { ScenarioRow } from "./scenario-row.tsx";
import { usePrepareScenarios } from "./use-prepare-scenarios.ts";

type Learner = { userId: string; language: LanguageName | null };

type RowProps = Learner & { scenario: ScenarioWithStatus; isKept: boolean; onIntent: () => void };

/** In older packs, the list has no length of a dialogue, but the segments may have lengths. */
function Row({ userId, language, scenario, isKept, onIntent }: RowProps) {
  const request = { userId, scenarioId: scenario.id, preference: language, paid: language !== null };
  const { data } = useQuery({ ...scenarioQuery(request), enabled: false });
  return (
    <ScenarioRow
      scenario={scenario}
      language={language ?? exampleLanguage}
      status={scenario.status}
      isKept={isKept}
      seconds={scenario.listed.seconds ?? (data && originalSeconds(data.segments))}
      onIntent={onIntent}
    />
  );
}

type Props = Learner & {
  shown: readonly ScenarioWithStatus[];
  page: number;
  headingId: string;
  onPage: (page: number) => void;
};

export function ScenarioPages({ userId, shown, language, page, headingId, onPage }: Props) {
  const onPageNow = shown.slice((page - 1) * pageSize, page * pageSize);
  const prepare = usePrepareScenarios({ userId, language, scenarios: onPageNow });
  const pages = pageCount(shown.length);
  const kept = useKept(userId);
  const keptFolders = new Set(Array.isArray(kept) ? kept.map(({ folder }) => folder) : []);
  const isKept = ({ id }: ScenarioWithStatus) => keptFolders.has(scenarioFolder(language ?? exampleLanguage, id));
  return (
    <>
      <ul className="scenario-list" aria-labelledby={headingId}>
        {onPageNow.map((scenario) => (
          <Row
            key={scenario.id}
            {...{ userId, language, scenario }}
            isKept={isKept(scenario)}
            onIntent={() => prepare(scenario)}
          />
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
