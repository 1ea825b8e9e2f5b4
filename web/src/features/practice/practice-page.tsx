import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { Account } from "../../../../domain/accounts/account.ts";
import { findLanguage, type LanguageName } from "../../../../domain/content/language.ts";
import { languageParameter } from "../../../../domain/http/pages.ts";
import { hasPaidAccess, subscriptionStatus } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { cacheProgress, knownSegmentProgress, useProgress } from "../progress/progress.ts";
import { createProgressSaver } from "../progress/progress-saver.ts";
import type { OpenedScenario } from "../scenario/opened-scenario.ts";
import { usePlayAtOnce } from "../scenario/play-at-once.ts";
import { useScenario } from "../scenario/scenario.ts";
import { ScenarioErrorPage, ScenarioUnavailable } from "../scenario/scenario-error-page.tsx";
import { completedSegmentsInSession, syncSession } from "../scenario/sync-session.ts";
import type { LearnerDialogues } from "./screen/next-step.tsx";
import { PracticeScreen } from "./screen/practice-screen.tsx";
import { useSegmentFromUrl } from "./screen/segment-url.ts";
import { createStudio, type Studio } from "./studio/studio.ts";

type StudioProps = { userId: string; scenarioId: string; scenario: OpenedScenario };

function useLanguageFromUrl(): LanguageName | null {
  const [parameters] = useSearchParams();
  return findLanguage(parameters.get(languageParameter) ?? "")?.name ?? null;
}

function useStudio({ userId, scenarioId, scenario }: StudioProps): Studio | null {
  const [studio, setStudio] = useState<Studio | null>(null);
  const queries = useQueryClient();
  const startAt = useSegmentFromUrl();
  const playsAtOnce = usePlayAtOnce();
  useEffect(() => {
    const { title, folder, language, segments } = scenario;
    const dialogue = { language, scenarioId };
    const kept = { userId, scenarioId, scenario };
    const completed = completedSegmentsInSession(kept);
    const progress = createProgressSaver({
      userId,
      dialogue,
      segmentCount: segments.length,
      onSave: (save) => cacheProgress(queries, userId, save),
    });
    const opened = createStudio({
      ...{ userId, dialogue, title, folder, segments, completed, startAt, progress, playsAtOnce },
    });
    const stopKeeping = syncSession(kept, opened.practice);
    setStudio(opened);
    return () => {
      stopKeeping();
      opened.dispose();
    };
  }, [userId, scenarioId, scenario, queries, startAt, playsAtOnce]);
  return studio;
}

/** The learner can practise before the progress is loaded. */
function useKnownProgress(studio: Studio | null, { userId, scenarioId, scenario }: StudioProps): void {
  const { data: rows } = useProgress(userId);
  const { language, segments } = scenario;
  useEffect(() => {
    if (!studio || !rows) return;
    const found = knownSegmentProgress(rows, { language, scenarioId }, segments.length);
    if (found.length > 0) studio.send({ type: "progress-found", segments: found });
  }, [studio, rows, language, scenarioId, segments.length]);
}

type PracticeStudioProps = StudioProps & Pick<LearnerDialogues, "dialogues">;

function PracticeStudio({ scenario: found, dialogues, ...learner }: PracticeStudioProps) {
  // Fixed, so that a refetch does not replace the dialogue during practice.
  const [scenario] = useState(found);
  const studio = useStudio({ ...learner, scenario });
  useKnownProgress(studio, { ...learner, scenario });
  const { userId, scenarioId } = learner;
  return studio && <PracticeScreen learner={{ userId, dialogues }} {...{ studio, scenario, scenarioId }} />;
}

type PracticeLoaderProps = {
  userId: string;
  scenarioId: string;
  account: Account;
  language: LanguageName | null;
  onRetry: () => void;
};

function PracticeLoader({ account, userId, scenarioId, language, onRetry }: PracticeLoaderProps) {
  // Fixed, so that the end of the plan or a new language in the profile does not interrupt practice.
  const [request] = useState(() => ({
    userId,
    scenarioId,
    paid: hasPaidAccess(account.subscription, serverNow()),
    preference: language ?? account.profile.language_preference,
  }));
  const scenario = useScenario(request);
  if (scenario.isPending) return <Spinner label="Loading the dialogue…" />;
  if (scenario.isError) {
    const hasEnded = subscriptionStatus(account.subscription, serverNow()) === "expired";
    return <ScenarioErrorPage error={scenario.error} request={request} hasEnded={hasEnded} onRetry={onRetry} />;
  }
  if (scenario.data.segments.length === 0) {
    return <ScenarioUnavailable title="No Segments Found" text="This scenario doesn't have any segments available." />;
  }
  const dialogues = request.paid ? account.profile.language_preference : null;
  return <PracticeStudio {...{ userId, scenarioId, dialogues }} scenario={scenario.data} />;
}

export function PracticePage() {
  const { scenarioId } = useParams();
  const session = useSession();
  const { data: account } = useAccount();
  const [tries, setTries] = useState(1);
  const language = useLanguageFromUrl();
  if (!scenarioId) return <ScenarioUnavailable title="Error Loading Scenario" text="No scenario ID provided" />;
  if (session.kind !== "learner" || !account) {
    return <ScenarioUnavailable title="Error Loading Scenario" text="User not logged in" />;
  }
  const { userId } = session;
  const again = () => setTries(tries + 1);
  return (
    <PracticeLoader
      key={`${userId} ${scenarioId} ${language} ${tries}`}
      {...{ userId, scenarioId, account, language }}
      onRetry={again}
    />
  );
}
