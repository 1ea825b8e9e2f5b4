import { useState } from "react";
import { Link, useBlocker } from "react-router";
import { languageLabel } from "../../../../../domain/content/language.ts";
import type { Interruption } from "../../../../../domain/exam/exam-attempt.ts";
import { dialogueAt, type ExamRun } from "../../../../../domain/exam/exam-run.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/observable.ts";
import { useUnloadQuestion } from "../../../browser/use-unload-question.ts";
import { Button } from "../../../ui/button.tsx";
import { clockTime } from "../../../ui/clock-time.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import type { HeldContent } from "../../content/held-content.ts";
import { DeviceCheckDialog } from "../../recording/microphone/device-check-dialog.tsx";
import { recordings } from "../../recording/take-labels.ts";
import { unstoredMockTakes } from "../takes/mock-takes.ts";
import { type ExamStudio, mockListening } from "./exam-studio.ts";
import { ForgetfulBrowser, SaveMocks } from "./kept-recordings.tsx";

type Props = { studio: ExamStudio; run: ExamRun };

/** Who speaks, where, about what: read before a dialogue begins. */
export function Briefing({ studio, run, held }: Props & { held: HeldContent }) {
  const { dialogue } = run.place;
  const { language, title } = dialogueAt(run, dialogue);
  const listed = held.dialogues[dialogue]?.listed;
  return (
    <>
      <p>
        Dialogue {dialogue + 1} of {run.facts.dialogues.length}
      </p>
      <h1 {...titleLanguage(title, language)}>{title}</h1>
      <p className="exam-briefing">{listed?.briefing ?? "This dialogue has no briefing."}</p>
      {listed?.speakers && (
        <ul className="exam-speakers">
          {listed.speakers.map(({ name, language: spoken }) => (
            <li key={name}>
              <strong>{name}</strong> speaks {languageLabel(spoken)}.
            </li>
          ))}
        </ul>
      )}
      <Button voice="ink" autoFocus onClick={() => studio.send({ type: "go-on" })}>
        Start this dialogue
      </Button>
    </>
  );
}

/** Between two dialogues, for as long as the candidate likes. */
export function Pause({ studio, run }: Props) {
  const next = run.place.dialogue + 1;
  return (
    <>
      <h1>Dialogue {next - 1} is finished</h1>
      <p>Take a break. Nothing is recorded now.</p>
      <Button voice="ink" autoFocus onClick={() => studio.send({ type: "go-on" })}>
        Continue to dialogue {next}
      </Button>
    </>
  );
}

const halts: Record<Interruption["kind"], { title: string; text: string }> = {
  left: { title: "The mock exam was interrupted", text: "Your recordings so far are on this device." },
  microphone: {
    title: "Microphone disconnected",
    text: "Plug your microphone in, switch it on or allow it. Check it, then continue. Your recordings so far are kept.",
  },
  sound: {
    title: "The audio stopped",
    text: "The segment did not play to its end. Check your headphones or speakers, then continue.",
  },
  other: { title: "This segment took too long", text: "Recording stopped automatically. Your recording is kept." },
};

/** Something came between. */
export function Halted({ studio, run, why }: Props & { why: Interruption["kind"] }) {
  const [isChecking, setChecking] = useState(false);
  const { title, text } = halts[why];
  const { dialogue, segment } = run.place;
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        The exam continues at segment {segment + 1} of dialogue {dialogue + 1}. The interruption is noted.
      </p>
      <div className="exam-controls">
        <Button onClick={() => setChecking(true)}>Check your microphone</Button>
        <Button voice="ink" autoFocus onClick={() => studio.send({ type: "go-on" })}>
          Continue
        </Button>
      </div>
      {isChecking && (
        <DeviceCheckDialog first={false} listening={mockListening.get()} onDone={() => setChecking(false)} />
      )}
    </>
  );
}

type OverProps = { run: ExamRun; attemptId: string; userId: string; recordedSeconds: number };

/** The end: what there is now, and what comes next. */
export function Over({ run, attemptId, userId, recordedSeconds }: OverProps) {
  const unstored = useObservable(unstoredMockTakes).length;
  const { dialogues, outcome, interruptions } = run.facts;
  const heard = dialogues.flatMap(({ segments }) => segments);
  const said = heard.filter((segment) => segment?.take_seconds != null);
  return (
    <>
      <h1>{outcome === "finished" ? "The exam is finished" : "The exam was ended early"}</h1>
      <p>
        You interpreted {said.length} of {heard.length} segments and recorded {clockTime(recordedSeconds)}.
        {interruptions.length > 0 &&
          ` There ${interruptions.length === 1 ? "was one interruption" : `were ${interruptions.length} interruptions`}.`}{" "}
        Your recordings are on this device only.
      </p>
      <div className="exam-controls">
        <SaveMocks userId={userId} attemptId={attemptId} />
        <Link className="button voice-ink" to={paths.examAttempt(attemptId)}>
          Mark exam
        </Link>
      </div>
      <ForgetfulBrowser />
      {unstored > 0 && (
        <p role="alert">
          This browser could not store {recordings(unstored)}. Save your recordings to a file before you close this
          page.
        </p>
      )}
    </>
  );
}

type LeavingProps = { studio: ExamStudio; isOver: boolean };

/** Asks before a mock that is under way is left; what was said is kept whatever the answer. */
export function LeavingGuard({ studio, isOver }: LeavingProps) {
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isOver && currentLocation.pathname !== nextLocation.pathname,
  );
  const holds = useObservable(unstoredMockTakes).length > 0;
  useUnloadQuestion(!isOver || holds);
  if (blocker.state !== "blocked") return null;
  const leave = async () => {
    setLeaving(true);
    await studio.breakOff();
    blocker.proceed();
  };
  return (
    <Dialog
      title="Leave the exam?"
      onDismiss={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.reset}>Stay</Button>
          <Button voice="ink" busy={isLeaving} onClick={() => isLeaving || void leave()}>
            Leave
          </Button>
        </>
      }
    >
      <p>
        The exam is still running. If you leave, your recordings are kept. When you return, the exam continues at the
        next segment. The interruption is noted.
      </p>
    </Dialog>
  );
}

/** Asks before a mock that is under way is ended. */
export function EndQuestion({ studio }: { studio: ExamStudio }) {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return (
    <>
      <Button voice="quiet" onClick={() => setAsking(true)}>
        End the exam
      </Button>
      {isAsking && (
        <Dialog
          title="End the exam?"
          onDismiss={stay}
          actions={
            <>
              <Button voice="ink" onClick={stay}>
                Continue
              </Button>
              <Button voice="danger" onClick={studio.end}>
                End exam
              </Button>
            </>
          }
        >
          <p>You can still mark your recordings. Segments that you have not heard count as not interpreted.</p>
        </Dialog>
      )}
    </>
  );
}
