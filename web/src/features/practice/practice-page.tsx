import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Account } from "../../../../domain/account.ts";
import { hasPaidAccess } from "../../../../domain/subscription.ts";
import { paths } from "../../paths.ts";
import { serverNow } from "../../server-time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { PracticeScreen } from "./practice-screen.tsx";
import { openProgressKeeper } from "./progress-keeper.ts";
import { type OpenedScenario, useScenario } from "./scenario.ts";
import { completedInSession, keepSession } from "./scenario-session-keeper.ts";
import { openStudio, type Studio } from "./studio.ts";

type StudioProps = { userId: string; scenarioId: string; scenario: OpenedScenario };

function useStudio({ userId, scenarioId, scenario }: StudioProps): Studio | null {
  const [studio, setStudio] = useState<Studio | null>(null);
  useEffect(() => {
    const { folder, segments } = scenario;
    const kept = { userId, scenarioId, scenario };
    const completed = completedInSession(kept);
    const progress = openProgressKeeper({ userId, scenarioId });
    const opened = openStudio({ userId, scenarioId, folder, segments, completed, progress });
    const stopKeeping = keepSession(kept, opened.practice);
    setStudio(opened);
    return () => {
      stopKeeping();
      opened.dispose();
    };
  }, [userId, scenarioId, scenario]);
  return studio;
}

function OpenStudio(props: StudioProps) {
  const studio = useStudio(props);
  return studio && <PracticeScreen studio={studio} {...props} />;
}

function Obstacle({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  const navigate = useNavigate();
  return (
    <main className="page" id="main">
      <PageTitle>{title}</PageTitle>
      <Notice
        title={title}
        action={
          <div className="dialog-actions">
            <Button onClick={() => navigate(paths.home)}>Go Back</Button>
            {onRetry && (
              <Button voice="ink" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        }
      >
        {text}
      </Notice>
    </main>
  );
}

function LoadedPractice({ account, ...learner }: { userId: string; scenarioId: string; account: Account }) {
  const { userId, scenarioId } = learner;
  // As it was at opening: a plan that ends meanwhile must not take away what is being said.
  const [paid] = useState(() => hasPaidAccess(account.subscription, serverNow()));
  const scenario = useScenario({ userId, scenarioId, paid, preference: account.profile.language_preference });
  if (scenario.isPending) return <Spinner label="Loading the dialogue…" />;
  if (scenario.isError) {
    const text = scenario.error.message || "Failed to load scenario";
    return <Obstacle title="Error Loading Scenario" text={text} onRetry={() => void scenario.refetch()} />;
  }
  if (scenario.data.segments.length === 0) {
    return <Obstacle title="No Segments Found" text="This scenario doesn't have any segments available." />;
  }
  return <OpenStudio key={scenarioId} userId={userId} scenarioId={scenarioId} scenario={scenario.data} />;
}

/** Practise one scenario. */
export function PracticePage() {
  const { scenarioId } = useParams();
  const session = useSession();
  const { data: account } = useAccount();
  if (!scenarioId) return <Obstacle title="Error Loading Scenario" text="No scenario ID provided" />;
  if (session.kind !== "learner" || !account) {
    return <Obstacle title="Error Loading Scenario" text="User not logged in" />;
  }
  return <LoadedPractice key={scenarioId} userId={session.userId} scenarioId={scenarioId} account={account} />;
}
