import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { PracticeScreen } from "./practice-screen.tsx";
import { openProgressKeeper } from "./progress-keeper.ts";
import { type OpenedScenario, useScenario } from "./scenario.ts";
import { openStudio, type Studio } from "./studio.ts";

type StudioProps = { userId: string; scenarioId: string; scenario: OpenedScenario };

function useStudio({ userId, scenarioId, scenario }: StudioProps): Studio | null {
  const [studio, setStudio] = useState<Studio | null>(null);
  const { folder, segments } = scenario;
  useEffect(() => {
    const opened = openStudio({
      userId,
      scenarioId,
      folder,
      segments,
      progress: openProgressKeeper({ userId, scenarioId }),
    });
    setStudio(opened);
    return () => opened.dispose();
  }, [userId, scenarioId, folder, segments]);
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

function LoadedPractice({
  userId,
  scenarioId,
  language,
}: {
  userId: string;
  scenarioId: string;
  language: Parameters<typeof useScenario>[1];
}) {
  const scenario = useScenario(scenarioId, language);
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
  return (
    <LoadedPractice userId={session.userId} scenarioId={scenarioId} language={account.profile.language_preference} />
  );
}
