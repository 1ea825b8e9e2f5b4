import type { ReactNode } from "react";
import { Link } from "react-router";
import { paidLanguage } from "../../../../domain/accounts/account.ts";
import { findLanguageEntry } from "../../../../domain/content/catalogue.ts";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { hasPaidAccess } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { nameOf, useAccount } from "../accounts/account.ts";
import type { Session } from "../accounts/session.ts";
import { useCatalogue } from "../content/catalogue.ts";
import { availableText, dialoguesText } from "../content/catalogue-text.ts";
import { useDialogues } from "../content/scenarios.ts";
import { LanguageWish } from "../language/language-wish.tsx";
import { fromHome } from "../plans/upgrading.ts";
import { type StudyFacts, useStudyFacts } from "./due-reviews.ts";
import { HomeFacts } from "./home-facts.tsx";
import { pageSize } from "./list-view.ts";
import { NextActionSkeleton } from "./next-action-card.tsx";
import { type KnownExams, ScenarioList } from "./scenario-list.tsx";

import "./scenario-list.css";

function paidDialoguesText(language: LanguageName | null, dialogues: number | undefined): string {
  if (language === null || language === exampleLanguage || dialogues === undefined) return "";
  const label = languageLabel(language);
  if (dialogues === 0) return `${label} has no dialogues yet.`;
  return `A paid plan includes ${dialoguesText(dialogues)} in ${label}.`;
}

function FreeDialogues({ language }: { language: LanguageName | null }) {
  const catalogue = useCatalogue();
  const dialogues = catalogue && language ? (findLanguageEntry(catalogue, language)?.dialogues ?? 0) : undefined;
  if (catalogue?.free?.length === 0) return <p className="free-language">No dialogue is free yet.</p>;
  return (
    <p className="free-language">
      Free dialogues are in {languageLabel(exampleLanguage)}. {paidDialoguesText(language, dialogues)}
    </p>
  );
}

function ListSkeleton() {
  return (
    <>
      <NextActionSkeleton />
      <div className="list-skeleton" role="status" aria-label="Loading your dialogues">
        {Array.from({ length: pageSize }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <div key={row} className="scenario skeleton" />
        ))}
      </div>
    </>
  );
}

function NoTopics({ language }: { language: LanguageName | null }) {
  const catalogue = useCatalogue();
  const available = catalogue ? availableText(catalogue) : "";
  return (
    <Notice
      title="No topics available"
      action={
        <div className="no-topics-actions">
          <Link className="button variant-ink" to={paths.profile}>
            Change language
          </Link>
          {language && <LanguageWish language={language} />}
        </div>
      }
    >
      No topics found for your selected language.
      {available !== "" && ` There are dialogues in ${available}.`}
    </Notice>
  );
}

type DialogueListProps = {
  userId: string;
  language: LanguageName | null;
  openExams: KnownExams;
  facts: StudyFacts | undefined;
};

function DialogueList({ userId, language, openExams, facts }: DialogueListProps) {
  const dialogues = useDialogues(userId, language);
  if (dialogues.kind === "loading") return <ListSkeleton />;
  if (dialogues.kind === "failed") {
    const { reason, retry, retrying } = dialogues;
    return (
      <Notice
        title="Your dialogues could not be loaded"
        action={
          <Button variant="ink" busy={retrying} onClick={() => retrying || retry()}>
            Try again
          </Button>
        }
      >
        {reason}
      </Notice>
    );
  }
  if (dialogues.topics.length === 0) {
    return <NoTopics language={language} />;
  }
  if (dialogues.scenarios.length === 0 && dialogues.missing.length === 0) {
    return <Notice title="No scenarios found">Check back soon for new practice materials!</Notice>;
  }
  return <ScenarioList {...{ userId, language, dialogues, openExams, facts }} />;
}

type Props = {
  session: Session & { kind: "learner" };
  openExams: KnownExams;
  /** The card comes last, so that the dialogues do not move when the card loads. */
  examCard: ReactNode;
};

export function ScenarioListPage({ session, openExams, examCard }: Props) {
  const { data: account } = useAccount();
  const paid = hasPaidAccess(account?.subscription ?? null, serverNow());
  const language = account ? paidLanguage(account, serverNow()) : null;
  const facts = useStudyFacts(session.userId, language !== null);
  if (!account) return null;
  return (
    <main className="page home" id="main">
      <PageTitle>Practise</PageTitle>
      <div className="home-head">
        <h1 className="greeting">
          Welcome, <bdi>{nameOf(session, account)}</bdi>
        </h1>
        <Link to={paths.exam}>Mock exam</Link>
        <HomeFacts facts={facts} />
      </div>
      {!paid && <FreeDialogues language={account.profile.language_preference} />}
      <DialogueList key={`${session.userId} ${language}`} userId={session.userId} {...{ language, openExams, facts }} />
      {!paid && (
        <p className="upgrade-hint">
          A paid plan includes all dialogues in the language that you choose.{" "}
          <Link to={paths.pricing} state={fromHome}>
            See the plans
          </Link>
        </p>
      )}
      {examCard}
    </main>
  );
}
