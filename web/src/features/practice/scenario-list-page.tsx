import { useState } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/language.ts";
import { hasPaidAccess } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { serverNow } from "../../server-time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { nameOf, useAccount } from "../accounts/account.ts";
import type { Session } from "../accounts/session.ts";
import { fromHome } from "../plans/upgrading.ts";
import { Pagination } from "./pagination.tsx";
import { usePrepareScenarios } from "./prepare-scenarios.ts";
import { type Scenario, useCompletedScenarios, useScenarios } from "./scenarios.ts";
import "./scenario-list.css";

const perPage = 7;

type RowProps = { scenario: Scenario; completed: boolean; onIntent: () => void };

function ScenarioRow({ scenario, completed, onIntent }: RowProps) {
  return (
    <li>
      <Link
        className="scenario"
        to={paths.topic(scenario.id)}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={onIntent}
      >
        <span className="scenario-title">{scenario.title}</span>
        <span className="scenario-topic">{scenario.topic}</span>
        {completed && <span className="scenario-done">Completed</span>}
      </Link>
    </li>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading your dialogues">
      <ul className="scenario-list" aria-hidden="true">
        {Array.from({ length: 3 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <li key={row} className="scenario skeleton" />
        ))}
      </ul>
    </div>
  );
}

function ScenarioList({ userId, language }: { userId: string; language: LanguageName | null }) {
  const scenarios = useScenarios(userId, language);
  const completed = useCompletedScenarios(userId);
  const [page, setPage] = useState(1);
  const shown = scenarios.data?.slice((page - 1) * perPage, page * perPage) ?? [];
  const prepare = usePrepareScenarios({ userId, language, scenarioIds: shown.map(({ id }) => id) });
  if (scenarios.isPending) return <ListSkeleton />;
  if (scenarios.isError) {
    return (
      <Notice
        title="Your dialogues could not be loaded"
        action={<Button onClick={() => scenarios.refetch()}>Try again</Button>}
      >
        {scenarios.error.message}
      </Notice>
    );
  }
  if (scenarios.data.length === 0) {
    return language === null ? (
      <Notice title="No scenarios found">Check back soon for new practice materials!</Notice>
    ) : (
      <Notice title="No topics available">No topics found for your selected language.</Notice>
    );
  }
  const done = new Set(completed.data?.map(({ scenario_id }) => scenario_id));
  const pages = Math.ceil(scenarios.data.length / perPage);
  return (
    <>
      <ul className="scenario-list">
        {shown.map((scenario) => (
          <ScenarioRow
            key={scenario.id}
            scenario={scenario}
            completed={done.has(scenario.id)}
            onIntent={() => prepare(scenario.id)}
          />
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={setPage} />}
    </>
  );
}

/** The learner's home: a welcome and the dialogues to practise. */
export function ScenarioListPage({ session }: { session: Session & { kind: "learner" } }) {
  const { data: account } = useAccount();
  if (!account) return null;
  const paid = hasPaidAccess(account.subscription, serverNow());
  return (
    <main className="page" id="main">
      <PageTitle>Practise</PageTitle>
      <header className="page-head">
        <h1>
          Welcome, <bdi>{nameOf(session, account)}</bdi>
        </h1>
        <p>{paid ? "Pick a dialogue and interpret it aloud." : "Three example dialogues, as often as you like."}</p>
      </header>
      <ScenarioList userId={session.userId} language={paid ? account.profile.language_preference : null} />
      {!paid && (
        <p className="upgrade-hint">
          Every topic in your language comes with a paid plan.{" "}
          <Link to={paths.pricing} state={fromHome}>
            See the plans
          </Link>
        </p>
      )}
    </main>
  );
}
