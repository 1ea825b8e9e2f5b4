import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../../../domain/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { fromHome } from "../../plans/upgrading.ts";
import { helpWith, type ScenarioHelp, SegmentsError } from "./scenario.ts";

type HelpProps = { help: Exclude<ScenarioHelp, "nothing">; onRetry: () => void };

/** The one thing to do next. */
function Help({ help, onRetry }: HelpProps) {
  switch (help) {
    case "try-again":
      return (
        <Button voice="ink" onClick={onRetry}>
          Try again
        </Button>
      );
    case "choose-plan":
      return (
        <Link className="button voice-ink" to={paths.pricing} state={fromHome}>
          See plans
        </Link>
      );
    case "choose-language":
      return (
        <Link className="button voice-ink" to={paths.profile}>
          Choose a language
        </Link>
      );
  }
}

type ObstacleProps = { title: string; text: string; help?: ScenarioHelp; onRetry?: () => void };

const nothingToRetry = () => undefined;

/** In the place of a dialogue that cannot be practised: why, and what to do. */
export function Obstacle({ title, text, help = "nothing", onRetry = nothingToRetry }: ObstacleProps) {
  const navigate = useNavigate();
  return (
    <NoticePage
      title={title}
      action={
        <div className="notice-actions">
          {help !== "nothing" && <Help help={help} onRetry={onRetry} />}
          <Button voice={help === "nothing" ? "ink" : "plain"} onClick={() => navigate(paths.home)}>
            Go Back
          </Button>
        </div>
      }
    >
      {text}
    </NoticePage>
  );
}

type TroubleProps = {
  error: Error;
  /** Whether the learner had a plan that is over. */
  hasEnded: boolean;
  onRetry: () => void;
};

/** Why a dialogue could not be opened; where its files stand is told to operators alone. */
export function ScenarioTrouble({ error, hasEnded, onRetry }: TroubleProps) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification's words name the file, which a learner has no use for.
    if (error instanceof SegmentsError) console.error(error.message);
  }, [error]);
  const help = helpWith(error);
  if (help === "choose-plan" && hasEnded) {
    const text = "This dialogue comes with a paid plan. The examples stay open to you, and your recordings are kept.";
    return <Obstacle title="Your plan has ended" text={text} help={help} />;
  }
  const text = error instanceof SegmentsError ? `Failed to load scenario: ${error.reason}` : error.message;
  return (
    <Obstacle title="Error Loading Scenario" text={text || "Failed to load scenario"} help={help} onRetry={onRetry} />
  );
}
