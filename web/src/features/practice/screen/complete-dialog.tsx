import { segmentId } from "../../../../../domain/content/scenario.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { type Practice, progressOf, type SegmentPractice } from "../../../../../domain/practice/practice.ts";
import { continuesAt } from "../../../../../domain/practice/progress.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { segmentsLeft } from "../../progress/progress-text.ts";
import { recordings, takeLength } from "../../recording/take-labels.ts";
import type { Studio } from "../studio/studio.ts";
import { type LearnersDialogues, NextStepText, useNextStep } from "./next-step.tsx";
import { RecordingsQuestion, useRecordingsAnswer } from "./recordings-question.tsx";
import type { Leaving } from "./use-leaving.ts";
import "./complete-dialog.css";

const attempts = (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`);

function attemptsText(segment: SegmentPractice): string {
  return progressOf(segment) === "new" ? "Not recorded" : attempts(segment.attempts);
}

/** The attempts and the recordings of the dialogue, as "4 attempts · 3 recordings, 0:42"; "" before the first attempt. */
function summaryText({ segments }: Practice): string {
  const tried = segments.filter((segment) => progressOf(segment) !== "new");
  const takes = segments.flatMap((segment) => segment.takes);
  if (tried.length === 0) return "";
  const count = attempts(tried.reduce((sum, segment) => sum + segment.attempts, 0));
  const seconds = takes.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return takes.length === 0 ? count : `${count} · ${recordings(takes.length)}, ${takeLength(seconds)}`;
}

function Results({ practice }: { practice: Practice }) {
  return (
    <ol className="segment-results">
      {practice.segments.map((segment, at) => (
        <li key={segmentId(at)} data-completed={segment.completed}>
          <span>Segment {at + 1}</span>
          <span>{attemptsText(segment)}</span>
          <strong>{segment.completed ? "Completed" : "Not completed"}</strong>
        </li>
      ))}
    </ol>
  );
}

type Props = {
  studio: Studio;
  leaving: Leaving;
  practice: Practice;
  learner: LearnersDialogues;
  scenarioId: string;
};

/** Shows how the dialogue went, and what comes next: what is left of it, else the next dialogue. */
export function CompleteDialog({ studio, practice, leaving, learner, scenarioId }: Props) {
  const { segments } = practice;
  const done = segments.filter(({ completed }) => completed).length;
  const left = segmentsLeft(done, segments.length);
  const answer = useRecordingsAnswer();
  const next = useNextStep(learner, scenarioId);
  const summary = summaryText(practice);
  const continueHere = () => {
    leaving.stay();
    studio.send({ type: "go-to", index: continuesAt((at) => segments[at]?.completed === true, segments.length) });
  };
  const leaveTo = (to: string) => leaving.finish(to, answer.settle());
  return (
    <Dialog
      title="Scenario Complete!"
      onDismiss={leaving.stay}
      actions={
        <>
          <Button onClick={leaving.stay}>Cancel</Button>
          <Button
            voice={left === null && next === null ? "ink" : "plain"}
            busy={leaving.busy}
            onClick={() => leaveTo(paths.home)}
          >
            Return to Home
          </Button>
          {next && (
            <Button voice={left === null ? "ink" : "plain"} busy={leaving.busy} onClick={() => leaveTo(next.to)}>
              {next.call}
            </Button>
          )}
          {left !== null && (
            <Button voice="ink" onClick={continueHere}>
              {left} · Continue
            </Button>
          )}
        </>
      }
    >
      <p className="complete-summary">
        <span>
          Completed Segments: {done} / {segments.length}
        </span>
        {summary !== "" && <span>{summary}</span>}
      </p>
      {left !== null && <p>You have reached the end. Some segments are left.</p>}
      {next && <NextStepText next={next} />}
      <RecordingsQuestion count={leaving.count.here} answer={answer} />
      {leaving.failed && (
        <p className="dialog-problem" role="alert">
          {messages.completionFailed.description}
        </p>
      )}
      <Results practice={practice} />
    </Dialog>
  );
}
