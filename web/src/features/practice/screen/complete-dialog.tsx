import type { LanguageName } from "../../../../../domain/content/language.ts";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import {
  countAttempts,
  type Practice,
  type SegmentPractice,
  segmentProgressOf,
} from "../../../../../domain/practice/practice.ts";
import { findResumeIndex } from "../../../../../domain/practice/progress.ts";
import { messages } from "../../../messages.ts";
import { Button } from "../../../ui/button.tsx";
import { countedText } from "../../../ui/counted-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { segmentsLeft } from "../../progress/progress-text.ts";
import { recordingCountText, recordingLengthText } from "../../recording/recording-labels.ts";
import { AskButton } from "../../sharing/ask-button.tsx";
import { loadPracticeShareSource } from "../recordings/practice-share-source.ts";
import type { Studio } from "../studio/studio.ts";
import { type LearnerDialogues, NextStepText, useNextStep } from "./next-step.tsx";
import { RecordingsChoiceField, useRecordingsChoice } from "./recordings-choice.tsx";
import type { LeaveFlow } from "./use-leave-flow.ts";
import "./complete-dialog.css";

/** The attempts of earlier visits are known only from stored recordings. */
const hasKnownAttempts = (segment: SegmentPractice) => countAttempts(segment) > 1 || segment.recordings.length > 0;

function attemptsText(segment: SegmentPractice): string {
  if (segmentProgressOf(segment) === "new") return "No recording";
  return hasKnownAttempts(segment) ? countedText(countAttempts(segment), "attempt") : "Practised";
}

function summaryText({ segments }: Practice): string {
  const tried = segments.filter(hasKnownAttempts);
  const recordings = segments.flatMap((segment) => segment.recordings);
  if (tried.length === 0) return "";
  const count = countedText(
    tried.reduce((sum, segment) => sum + countAttempts(segment), 0),
    "attempt",
  );
  const seconds = recordings.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return recordings.length === 0
    ? count
    : `${count} · ${recordingCountText(recordings.length)}, ${recordingLengthText(seconds)}`;
}

function SegmentResults({ practice }: { practice: Practice }) {
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
  leaving: LeaveFlow;
  practice: Practice;
  learner: LearnerDialogues;
  scenarioId: string;
  language: LanguageName;
};

export function CompleteDialog({ studio, practice, leaving, learner, scenarioId, language }: Props) {
  const { segments } = practice;
  const done = segments.filter(({ completed }) => completed).length;
  const left = segmentsLeft(done, segments.length);
  const answer = useRecordingsChoice();
  const next = useNextStep(learner, scenarioId);
  const summary = summaryText(practice);
  const continueHere = () => {
    leaving.cancel();
    studio.send({ type: "go-to", index: findResumeIndex((at) => segments[at]?.completed === true, segments.length) });
  };
  const leaveTo = (to: string) => leaving.finish(to, answer.confirm());
  return (
    <Dialog
      title="Scenario Complete!"
      onDismiss={leaving.cancel}
      actions={
        <>
          <Button onClick={leaving.cancel}>Cancel</Button>
          <Button
            variant={left === null && next === null ? "ink" : "plain"}
            busy={leaving.busy}
            onClick={() => leaveTo(paths.home)}
          >
            Return to Home
          </Button>
          {next && (
            <Button variant={left === null ? "ink" : "plain"} busy={leaving.busy} onClick={() => leaveTo(next.to)}>
              {next.label}
            </Button>
          )}
          {left !== null && (
            <Button variant="ink" onClick={continueHere}>
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
      {next && <NextStepText next={next} />}
      {leaving.count.here > leaving.unstored && (
        <p>
          <AskButton loadSource={() => loadPracticeShareSource(learner.userId, { language, scenarioId })} />
        </p>
      )}
      <RecordingsChoiceField count={leaving.count.here} unstored={leaving.unstored} answer={answer} />
      {leaving.failed && (
        <p className="dialog-problem" role="alert">
          {messages.completionFailed.description}
        </p>
      )}
      <SegmentResults practice={practice} />
    </Dialog>
  );
}
