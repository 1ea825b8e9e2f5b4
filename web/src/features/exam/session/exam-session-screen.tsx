import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import {
  countRepeats,
  dialogueAt,
  type ExamSessionPhase,
  type ExamSessionState,
  placeAfter,
  repeatAvailability,
} from "../../../../../domain/exam/exam-session.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { clockTime } from "../../../ui/clock-time.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { silenceToasts } from "../../../ui/toasts.ts";
import type { OfflineContent } from "../../content/offline-content.ts";
import { LevelMeter } from "../../recording/microphone/level-meter.tsx";
import { Briefing, EndExamButton, ExamOver, Interrupted, LeaveExamGuard, Pause } from "./exam-session-pauses.tsx";
import type { ExamStudio } from "./exam-studio.ts";
import "./exam-run.css";

type Props = { studio: ExamStudio; exam: Exam; content: OfflineContent; userId: string; attemptId: string };

const phaseTexts: Record<
  Extract<ExamSessionPhase["kind"], "readying" | "hearing" | "chime" | "recording" | "keeping">,
  string
> = {
  readying: "Getting your microphone ready…",
  hearing: "Listen",
  chime: "Listen",
  recording: "Interpret now",
  keeping: "Saving your recording…",
};

function useSpaceBar(act: () => void): void {
  const present = useRef(act);
  useEffect(() => {
    present.current = act;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const pressed =
        event.target instanceof Element && event.target.closest("button, a, input, select, textarea, dialog");
      if (event.key !== " " || event.repeat || pressed || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      present.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function RecordedTime({ studio }: { studio: ExamStudio }) {
  const { live } = studio;
  const seconds = useSyncExternalStore(live.blocks.subscribe, () => Math.floor(live.recordedSeconds()));
  return (
    <p className="exam-clock">
      <span role="timer" aria-live="off" aria-label="Time recorded">
        {clockTime(seconds)}
      </span>{" "}
      recorded in this exam
    </p>
  );
}

/** The note is no live region, because a screen reader would speak into the recording. */
function SilenceNote({ studio, seconds }: { studio: ExamStudio; seconds: number }) {
  const { live } = studio;
  const isLong = useSyncExternalStore(live.blocks.subscribe, () => live.silentSeconds() >= seconds);
  return <p className="exam-quiet-word">{isLong && `At least ${seconds} seconds of silence.`}</p>;
}

/** The deduction in the label is Parlance's proposal, because the exam publishes none. */
function repeatLabel(isFree: boolean, { proposals }: Exam): string {
  if (isFree) return "Repeat (free)";
  return `Repeat (may cost about ${countedText(proposals.repeat, "mark")})`;
}

function nextLabel(run: ExamSessionState): string {
  const after = placeAfter(run, run.place);
  if (!after) return "Finish exam";
  return after.dialogue === run.place.dialogue ? "Next segment" : "Finish dialogue";
}

function ExamControls({ studio, run, exam }: { studio: ExamStudio; run: ExamSessionState; exam: Exam }) {
  const next = useRef<HTMLButtonElement>(null);
  const isRecording = run.phase.kind === "recording";
  const repeat = repeatAvailability(run, exam);
  const isFree = countRepeats(dialogueAt(run, run.place.dialogue)) < exam.freeRepeats.value;
  useEffect(() => {
    if (isRecording) next.current?.focus({ preventScroll: true });
  }, [isRecording]);
  const onNext = () => studio.send({ type: "next" });
  useSpaceBar(onNext);
  return (
    <div className="exam-controls">
      <Button aria-disabled={repeat === "impossible"} onClick={() => studio.send({ type: "repeat" })}>
        {repeatLabel(isFree, exam)}
      </Button>
      <Button ref={next} variant={isRecording ? "said" : "plain"} aria-disabled={!isRecording} onClick={onNext}>
        {nextLabel(run)}
      </Button>
    </div>
  );
}

function SegmentScreen({ studio, run, exam }: { studio: ExamStudio; run: ExamSessionState; exam: Exam }) {
  const { phase, place, facts } = run;
  const isRecording = phase.kind === "recording";
  useEffect(() => {
    if (isRecording) return silenceToasts();
  }, [isRecording]);
  const text = phase.kind in phaseTexts ? phaseTexts[phase.kind as keyof typeof phaseTexts] : "";
  return (
    <>
      <header className="exam-place">
        <h1>
          Segment {place.segment + 1} of {dialogueAt(run, place.dialogue).segments.length}
        </h1>
        <p>
          Dialogue {place.dialogue + 1} of {facts.dialogues.length}
        </p>
        <RecordedTime studio={studio} />
      </header>
      <div className="exam-now" data-phase={phase.kind}>
        <p className="exam-state" aria-hidden={!isRecording}>
          {text}
        </p>
        <span className="visually-hidden" role="status">
          {isRecording ? "" : text}
        </span>
        <div className="exam-meter" data-shown={isRecording}>
          <LevelMeter level={studio.live.level} changes={studio.live.blocks} label="Microphone level" />
        </div>
        {isRecording && <SilenceNote studio={studio} seconds={exam.beginWithin.value} />}
      </div>
      <ExamControls studio={studio} run={run} exam={exam} />
    </>
  );
}

export function ExamSessionScreen({ studio, exam, content, userId, attemptId }: Props) {
  const run = useObservable(studio.run);
  const { kind } = run.phase;
  const isOver = kind === "over";
  return (
    <main className="exam-run" id="main">
      <PageTitle>Mock exam</PageTitle>
      <div className="exam-stage">
        {kind === "briefing" && <Briefing studio={studio} state={run} offlineContent={content} />}
        {kind === "pause" && <Pause studio={studio} state={run} />}
        {kind === "halted" && <Interrupted studio={studio} state={run} why={run.phase.why} />}
        {isOver && <ExamOver {...{ state: run, userId, attemptId }} />}
        {kind in phaseTexts && <SegmentScreen studio={studio} run={run} exam={exam} />}
      </div>
      {isOver ? <Link to={paths.exam}>All mock exams</Link> : <EndExamButton studio={studio} />}
      <LeaveExamGuard studio={studio} state={run} isOver={isOver} />
    </main>
  );
}
