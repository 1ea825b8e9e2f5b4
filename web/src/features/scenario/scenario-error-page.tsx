import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { isExample } from "../../../../domain/content/scenario.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { dialoguePath } from "../../../../domain/practice/dialogue-status.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { fromHome } from "../plans/upgrading.ts";
import { useDialogueStatusIn, useFormerLanguage } from "./former-language.ts";
import { helpFor, isMissing, type ScenarioHelp, type ScenarioRequest, SegmentsError } from "./scenario.ts";

type HelpActionProps = { help: Exclude<ScenarioHelp, "nothing">; onRetry: () => void };

function HelpAction({ help, onRetry }: HelpActionProps) {
  switch (help) {
    case "try-again":
      return (
        <Button variant="ink" onClick={onRetry}>
          Try again
        </Button>
      );
    case "choose-plan":
      return (
        <Link className="button variant-ink" to={paths.pricing} state={fromHome}>
          See the plans
        </Link>
      );
    case "choose-language":
      return (
        <Link className="button variant-ink" to={paths.profile}>
          Choose a language
        </Link>
      );
  }
}

type ScenarioUnavailableProps = { title: string; text: string; help?: ScenarioHelp; onRetry?: () => void };

const nothingToRetry = () => undefined;

export function ScenarioUnavailable({
  title,
  text,
  help = "nothing",
  onRetry = nothingToRetry,
}: ScenarioUnavailableProps) {
  const navigate = useNavigate();
  return (
    <NoticePage
      title={title}
      action={
        <div className="notice-actions">
          {help !== "nothing" && <HelpAction help={help} onRetry={onRetry} />}
          <Button variant={help === "nothing" ? "ink" : "plain"} onClick={() => navigate(paths.home)}>
            Go Back
          </Button>
        </div>
      }
    >
      {text}
    </NoticePage>
  );
}

type OtherLanguageNoticeProps = { userId: string; scenarioId: string; language: LanguageName };

function OtherLanguageNotice(wanted: OtherLanguageNoticeProps) {
  const { scenarioId, language } = wanted;
  const former = useFormerLanguage(wanted);
  const statusIn = useDialogueStatusIn(wanted);
  const navigate = useNavigate();
  return (
    <NoticePage
      title="Error Loading Scenario"
      action={
        <div className="notice-actions">
          {former ? (
            <Link className="button variant-ink" to={dialoguePath(scenarioId, statusIn(former), former)}>
              Open it in {languageLabel(former)}
            </Link>
          ) : (
            <Link className="button variant-ink" to={paths.profile}>
              Change language
            </Link>
          )}
          <Button onClick={() => navigate(paths.home)}>Go Back</Button>
        </div>
      }
    >
      Failed to load scenario: it is not available in {languageLabel(language)}.
    </NoticePage>
  );
}

type ScenarioErrorPageProps = {
  error: Error;
  request: ScenarioRequest;
  /** True if the learner had a plan that has ended. */
  hasEnded: boolean;
  onRetry: () => void;
};

export function ScenarioErrorPage({ error, request, hasEnded, onRetry }: ScenarioErrorPageProps) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification's text names the file, which learners do not need.
    if (error instanceof SegmentsError) console.error(error.message);
  }, [error]);
  const help = helpFor(error);
  if (help === "choose-plan" && hasEnded) {
    // The title does not say that the plan has ended. While the API cannot be reached, a renewed plan may look expired.
    return <ScenarioUnavailable title="A paid plan is needed" text="Example dialogues are free." help={help} />;
  }
  const { userId, scenarioId, preference } = request;
  if (isMissing(error) && preference && !isExample(scenarioId)) {
    return <OtherLanguageNotice {...{ userId, scenarioId }} language={preference} />;
  }
  const text = error instanceof SegmentsError ? `Failed to load scenario: ${error.reason}` : error.message;
  return (
    <ScenarioUnavailable
      title="Error Loading Scenario"
      text={text || "Failed to load scenario"}
      help={help}
      onRetry={onRetry}
    />
  );
}
