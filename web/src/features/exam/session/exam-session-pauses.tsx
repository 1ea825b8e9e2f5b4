import { useEffect, useState } from "react";
import { Link, useBlocker } from "react-router";
import { languageLabel } from "../../../../../domain/content/language.ts";
import type { Interruption } from "../../../../../domain/exam/exam-attempt.ts";
import {
  dialogueAt,
  type ExamSessionState,
  placeAfter,
  segmentFactsAt,
} from "../../../../../domain/exam/exam-session.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { useUnloadWarning } from "../../../browser/use-unload-warning.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import type { OfflineContent } from "../../content/offline-content.ts";
import { voiceLabel, voiceWarning } from "../../content/voice-text.ts";
import { DeviceCheckDialog } from "../../recording/microphone/device-check-dialog.tsx";
import { recordingCountText } from "../../recording/recording-labels.ts";
import { retryUnsavedExamRecordings, unsavedExamRecordings } from "../recordings/exam-recordings.ts";
import { type ExamStudio, examListeningDevice } from "./exam-studio.ts";
import { SaveExamsButton, StorageExpiryWarning } from "./kept-recordings.tsx";

type Props = { studio: ExamStudio; state: ExamSessionState };

export function Briefing({ studio, state, offlineContent }: Props & { offlineContent: OfflineContent }) {
  const { dialogue } = state.place;
  const { language, title } = dialogueAt(state, dialogue);
  const listed = offlineContent.dialogues[dialogue]?.listed;
  const voice = listed && (voiceWarning(listed) ?? voiceLabel(listed));
  return (
    <>
      <p>
        Dialogue {dialogue + 1} of {state.facts.dialogues.length}
      </p>
      <h1 {...titleLanguage(title, language)}>{title}</h1>
      <p className="exam-briefing">{listed?.briefing ?? "No briefing is available."}</p>
      {listed?.speakers && (
        <ul className="exam-speakers">
          {listed.speakers.map(({ name, language: spoken }) => (
            <li key={name}>
              <strong>{name}</strong> speaks {languageLabel(spoken)}.
            </li>
          ))}
        </ul>
      )}
      {voice && <p>{voice}</p>}
      <Button variant="ink" autoFocus onClick={() => studio.send({ type: "continue" })}>
        Start this dialogue
      </Button>
    </>
  );
}

export function Pause({ studio, state }: Props) {
  const next = state.place.dialogue + 1;
  return (
    <>
      <h1>Dialogue {next - 1} is finished</h1>
      <p>Take a break, then continue.</p>
      <Button variant="ink" autoFocus onClick={() => studio.send({ type: "continue" })}>
        Continue to dialogue {next}
      </Button>
    </>
  );
}

const interruptionTexts: Record<Interruption["kind"], { title: string; text?: string }> = {
  left: { title: "The mock exam was interrupted" },
  microphone: {
    title: "Parlance could not use your microphone",
    text: "Plug your microphone in, switch it on or allow it. Check it, then continue.",
  },
  sound: {
    title: "The audio failed",
    text: "Check your headphones or speakers, then continue.",
  },
  other: { title: "This segment took too long", text: "The recording was stopped." },
};

export function Interrupted({ studio, state, why }: Props & { why: Interruption["kind"] }) {
  const [isChecking, setChecking] = useState(false);
  const { title, text } = interruptionTexts[why];
  const { dialogue, segment } = state.place;
  return (
    <>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <p>
        The exam continues at segment {segment + 1} of dialogue {dialogue + 1}.
      </p>
      <div className="exam-controls">
        <Button onClick={() => setChecking(true)}>Check your microphone</Button>
        <Button variant="ink" autoFocus onClick={() => studio.send({ type: "continue" })}>
          Continue
        </Button>
      </div>
      {isChecking && (
        <DeviceCheckDialog first={false} listening={examListeningDevice.get()} onDone={() => setChecking(false)} />
      )}
    </>
  );
}

type ExamOverProps = { state: ExamSessionState; attemptId: string; userId: string };

export function ExamOver({ state, attemptId, userId }: ExamOverProps) {
  const unsaved = useObservable(unsavedExamRecordings);
  useEffect(() => void retryUnsavedExamRecordings(), []);
  const unstored = unsaved.filter(({ journal }) => journal.segment.mock?.attemptId === attemptId).length;
  const { dialogues, outcome } = state.facts;
  const heard = dialogues.flatMap(({ segments }) => segments);
  const said = heard.filter((segment) => segment?.take_seconds != null);
  const isAnyHeard = heard.some((segment) => segment !== null);
  return (
    <>
      <h1>{outcome === "finished" ? "The exam is finished" : "The exam was ended early"}</h1>
      <p>
        You recorded {said.length} of {heard.length} segments.
      </p>
      {(isAnyHeard || unstored > 0) && (
        <div className="exam-controls">
          <SaveExamsButton userId={userId} attemptId={attemptId} />
          {isAnyHeard && (
            <Link className="button variant-ink" to={paths.examAttempt(attemptId)}>
              Mark exam
            </Link>
          )}
        </div>
      )}
      {said.length > 0 && <StorageExpiryWarning />}
      {unstored > 0 && (
        <p role="alert">
          This browser could not store {recordingCountText(unstored)} of this exam. Save your recordings to a file
          before you close this page.
        </p>
      )}
    </>
  );
}

type LeavingProps = { studio: ExamStudio; state: ExamSessionState; isOver: boolean };

export function LeaveExamGuard({ studio, state, isOver }: LeavingProps) {
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isOver && currentLocation.pathname !== nextLocation.pathname,
  );
  const holds = useObservable(unsavedExamRecordings).length > 0;
  useUnloadWarning(!isOver || holds);
  if (blocker.state !== "blocked") return null;
  const isLastHeard = placeAfter(state, state.place) === null && segmentFactsAt(state, state.place) !== null;
  const leave = async () => {
    setLeaving(true);
    await studio.interrupt();
    blocker.proceed();
  };
  return (
    <Dialog
      title="Leave the exam?"
      onDismiss={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.reset}>Stay</Button>
          <Button variant="ink" busy={isLeaving} onClick={() => isLeaving || void leave()}>
            Leave
          </Button>
        </>
      }
    >
      {isOver ? (
        <p>The exam is over.</p>
      ) : (
        <p>
          {isLastHeard
            ? "This is the last segment. If you leave, open the exam again to finish it."
            : "When you return, the exam continues at the first segment that has not started."}
        </p>
      )}
    </Dialog>
  );
}

export function EndExamButton({ studio }: { studio: ExamStudio }) {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        End the exam
      </Button>
      {isAsking && (
        <Dialog
          title="End the exam?"
          onDismiss={stay}
          actions={
            <>
              <Button variant="ink" onClick={stay}>
                Continue
              </Button>
              <Button variant="danger" onClick={studio.end}>
                End exam
              </Button>
            </>
          }
        >
          <p>You cannot continue an ended exam. An exam with segments that you have not heard cannot pass.</p>
        </Dialog>
      )}
    </>
  );
}
