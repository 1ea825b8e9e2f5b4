import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { countWord } from "../../../ui/count-word.ts";
import { durationText } from "../../../ui/duration-text.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import type { DialogueToDownload, OfflineContent } from "../../content/offline-content.ts";
import { DeviceCheckDialog } from "../../recording/microphone/device-check-dialog.tsx";
import { examListeningDevice } from "./exam-studio.ts";
import { ListeningDeviceChoice } from "./listening-choice.tsx";
import {
  type ContentDownload,
  estimateExamSeconds,
  type StorageStatus,
  useContentDownload,
  useStorageStatus,
} from "./use-preparation.ts";
import "./exam-run.css";

/** "warned": the exam can start, but the learner should read a note first. */
type StepState = "done" | "to-do" | "warned";

const stateTexts: Readonly<Record<StepState, string>> = {
  done: "(done)",
  "to-do": "(to do)",
  warned: "(read this)",
};

type StepProps = { title: string; state: StepState; children: ReactNode };

function Step({ title, state, children }: StepProps) {
  return (
    <li className="exam-step" data-state={state}>
      <span className="exam-step-mark" aria-hidden="true" />
      <div>
        <h2>
          {title} <span className="visually-hidden">{stateTexts[state]}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}

function DownloadStep({ holding }: { holding: ContentDownload }) {
  if (holding.kind === "failed") {
    return (
      <>
        <p role="alert">{holding.reason}</p>
        <Button onClick={holding.retry}>Try again</Button>
      </>
    );
  }
  if (holding.kind === "ready") return <p>The dialogues are on this device.</p>;
  const { loaded, total } = holding;
  return (
    <>
      <p>{total === 0 ? "Loading the dialogues…" : `Audio files loaded: ${loaded} of ${total}.`}</p>
      <progress aria-label="Audio files loaded" max={Math.max(1, total)} value={loaded} />
    </>
  );
}

const storageStates: Readonly<Record<StorageStatus, StepState>> = {
  looking: "to-do",
  asking: "to-do",
  kept: "done",
  "may-be-removed": "warned",
  "too-little": "to-do",
  refused: "to-do",
};

export const storageTexts: Record<StorageStatus, ReactNode> = {
  looking: "Checking the free space on this device…",
  asking: "If your browser asks to store data, allow it.",
  kept: "This browser can store your recordings.",
  "may-be-removed": "Your browser may delete your recordings. Save them to a file after the exam.",
  refused:
    "Parlance cannot store recordings in this browser. Allow site data for Parlance in your browser's settings, and do not use a private window. Then reload this page.",
  "too-little": (
    <>
      There is not enough space for the recordings of a mock exam.{" "}
      <Link to={paths.profileAccount}>Delete practice recordings in your profile</Link>, delete old mock exams, or free
      up space. Then reload this page.
    </>
  ),
};

type MicrophoneStepProps = {
  isChecked: boolean;
  onChecked: (works: boolean) => void;
};

function MicrophoneStep({ isChecked, onChecked }: MicrophoneStepProps) {
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const listening = useObservable(examListeningDevice);
  const onDone = (works: boolean) => {
    setOpen(false);
    setFailed(!works);
    onChecked(works);
  };
  return (
    <>
      <p>{isChecked ? "Checked." : "Make sure that your microphone records you clearly."}</p>
      {failed && <p role="alert">The microphone was not on. Check it again.</p>}
      <Button variant={isChecked ? "plain" : "said"} onClick={() => setOpen(true)}>
        {isChecked ? "Check it again" : "Check your microphone"}
      </Button>
      {isOpen && <DeviceCheckDialog first={false} listening={listening} onDone={onDone} />}
    </>
  );
}

type Props = {
  userId: string;
  attemptId: string;
  exam: Exam;
  dialogues: readonly DialogueToDownload[];
  /** Sentences about rules of the exam that the dialogues may not meet. */
  remarks: readonly string[];
  seed: number;
  isResumed: boolean;
  onStart: (offlineContent: OfflineContent) => void;
};

export function Preparation({ userId, attemptId, exam, dialogues, remarks, seed, isResumed, onStart }: Props) {
  const holding = useContentDownload({ userId, attemptId, dialogues });
  const room = useStorageStatus(userId, exam.recordedSeconds.value);
  const [isChecked, setChecked] = useState(false);
  // The browser can store recordings even while it asks for permission to keep them (`room` is "asking").
  const hasRoom = storageStates[room] !== "to-do" || room === "asking";
  const offlineContent = holding.kind === "ready" && isChecked && hasRoom ? holding.content : null;
  return (
    <main className="page exam-preparation" id="main" data-seed={seed}>
      <PageTitle>Mock exam</PageTitle>
      <header className="page-head">
        <h1>{isResumed ? "Continue your mock exam" : "Before you start"}</h1>
        <p>
          {countWord(dialogues.length)} dialogues under {exam.name} conditions. You hear each segment and interpret it
          after the chime. You cannot go back, and you cannot pause within a dialogue.
        </p>
        {remarks.length > 0 && <p>{remarks.join(" ")}</p>}
      </header>
      <ol className="exam-steps">
        <Step title="The dialogues" state={holding.kind === "ready" ? "done" : "to-do"}>
          <DownloadStep holding={holding} />
        </Step>
        <Step title="Your microphone" state={isChecked ? "done" : "to-do"}>
          <MicrophoneStep isChecked={isChecked} onChecked={setChecked} />
        </Step>
        <Step title="Your recordings" state={storageStates[room]}>
          <p>{storageTexts[room]}</p>
        </Step>
      </ol>
      <ListeningDeviceChoice exam={exam} isChecked={isChecked} />
      {exam.paper.value && <p>Have paper and a pen ready for notes.</p>}
      <div className="exam-start">
        <Button
          variant={offlineContent ? "ink" : "plain"}
          aria-disabled={!offlineContent}
          aria-describedby="exam-start-why"
          onClick={() => offlineContent && onStart(offlineContent)}
        >
          {isResumed ? "Continue the exam" : "Start the exam"}
        </Button>
        <p id="exam-start-why">
          {holding.kind === "ready" &&
            `${isResumed ? "The whole exam" : "It"} takes about ${durationText(estimateExamSeconds(holding.content.dialogues))}. `}
          {!offlineContent && "Complete the three steps above first."}
        </p>
      </div>
    </main>
  );
}
