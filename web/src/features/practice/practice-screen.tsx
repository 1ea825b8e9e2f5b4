import { useState } from "react";
import { useNavigate } from "react-router";
import { controlsOf, currentSegment, phaseOf } from "../../../../domain/practice.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useObservable } from "./observable.ts";
import { PaceControl } from "./pace-control.tsx";
import { CompleteDialog, RestartDialog } from "./practice-dialogs.tsx";
import { PracticeStatus } from "./practice-status.tsx";
import type { OpenedScenario } from "./scenario.ts";
import { sessions } from "./scenario-session-keeper.ts";
import { SoundStatus } from "./sound-status.tsx";
import type { Studio } from "./studio.ts";
import { clearLearnerTakes } from "./takes.ts";
import { Transcripts } from "./transcripts.tsx";
import { Transport } from "./transport.tsx";
import { Waveform } from "./waveform.tsx";
import "./practice.css";

type Props = { studio: Studio; userId: string; scenarioId: string; scenario: OpenedScenario };

/** The practice screen: one segment of a dialogue at a time. */
export function PracticeScreen({ studio, userId, scenarioId, scenario }: Props) {
  const practice = useObservable(studio.practice);
  const [scriptsShown, setScriptsShown] = useState(false);
  const navigate = useNavigate();
  const { index, dialog } = practice;
  const controls = controlsOf(practice);
  const segment = scenario.segments[index];

  const backToTopics = async () => {
    studio.dispose();
    sessions.forgetAll(userId);
    await clearLearnerTakes(userId);
    await navigate(paths.home);
  };

  return (
    <main className="practice" id="main">
      <PageTitle>{scenario.title}</PageTitle>
      <header className="practice-head">
        <Button voice="quiet" onClick={() => void backToTopics()}>
          <span aria-hidden="true">←</span> Back to Topics
        </Button>
        <h1>{scenario.title}</h1>
        <p className="practice-counters">
          <span>
            Segment {index + 1}/{scenario.segments.length}
          </span>
          <span>Attempts: {currentSegment(practice).attempts}</span>
          {segment && <span>{segment.name}</span>}
        </p>
      </header>
      <Waveform studio={studio} practice={practice} />
      <PracticeStatus phase={phaseOf(practice)} activity={practice.activity} />
      <SoundStatus audio={studio.audio} />
      <Transport studio={studio} practice={practice} />
      <div className="practice-tools">
        <Button disabled={!controls.restart} onClick={() => studio.send({ type: "ask-restart" })}>
          Restart Segment
        </Button>
        <Button aria-expanded={scriptsShown} aria-controls="scripts" onClick={() => setScriptsShown(!scriptsShown)}>
          {scriptsShown ? "Hide Transcripts" : "Show Transcripts"}
        </Button>
        <PaceControl pace={studio.pace} />
      </div>
      <div id="scripts">
        {scriptsShown && segment && (
          <Transcripts segment={segment} language={scenario.language} activity={practice.activity} />
        )}
      </div>
      <nav className="bottom-bar" aria-label="Segments">
        <Button disabled={!controls.previous} onClick={() => studio.send({ type: "previous" })}>
          Previous
        </Button>
        <SegmentDots studio={studio} />
        {index === scenario.segments.length - 1 ? (
          <Button voice="ink" disabled={!controls.finish} onClick={() => studio.send({ type: "finish" })}>
            Finish
          </Button>
        ) : (
          <Button voice="ink" disabled={!controls.next} onClick={() => studio.send({ type: "next" })}>
            Next
          </Button>
        )}
      </nav>
      {dialog === "restart" && <RestartDialog studio={studio} />}
      {dialog === "complete" && (
        <CompleteDialog studio={studio} userId={userId} scenarioId={scenarioId} practice={practice} />
      )}
    </main>
  );
}

function SegmentDots({ studio }: { studio: Studio }) {
  const { segments, index } = useObservable(studio.practice);
  return (
    <span className="segment-dots" aria-hidden="true">
      {segments.map(({ completed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments keep their places.
        <i key={at} data-completed={completed} data-current={at === index} />
      ))}
    </span>
  );
}
