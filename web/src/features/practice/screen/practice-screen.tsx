import { useRef } from "react";
import { useObservable } from "../../../browser/observable.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { DeviceCheckDialog } from "../../recording/microphone/device-check-dialog.tsx";
import type { OpenedScenario } from "../../scenario/opened-scenario.ts";
import { useShortcuts } from "../../shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "../../shortcuts/shortcuts-dialog.tsx";
import type { Studio } from "../studio/studio.ts";
import { ClearDialog } from "./clear-dialog.tsx";
import { CompleteDialog } from "./complete-dialog.tsx";
import { HeldNotice } from "./held-notice.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LoopBar } from "./loop-bar.tsx";
import type { LearnersDialogues } from "./next-step.tsx";
import { usePanel } from "./panel.ts";
import { practiceActions, useMissingMicrophone, useRecordingStarted } from "./practice-effects.ts";
import { PracticeHead } from "./practice-head.tsx";
import { practiceShortcuts, type ShortcutActions } from "./practice-keys.ts";
import { PracticeStatus } from "./practice-status.tsx";
import { PracticeTools } from "./practice-tools.tsx";
import { prominentIn, useCompared } from "./prominence.ts";
import { RecordingsDialog } from "./recordings-dialog.tsx";
import { RestartDialog } from "./restart-dialog.tsx";
import { useSegmentInAddress } from "./segment-address.ts";
import { SegmentBar } from "./segment-bar.tsx";
import { SoundStatus } from "./sound-status.tsx";
import { TakeFigures } from "./take-figures.tsx";
import { TakeHistory } from "./take-history.tsx";
import { Transcripts } from "./transcripts.tsx";
import { scriptsId, useTranscripts } from "./transcripts-shown.tsx";
import { Transport } from "./transport.tsx";
import { useLeaving } from "./use-leaving.ts";
import { Waveform } from "./waveform.tsx";
import "./practice.css";

type Props = { studio: Studio; learner: LearnersDialogues; scenarioId: string; scenario: OpenedScenario };

/** The practice screen: one segment of a dialogue at a time. */
export function PracticeScreen({ studio, learner, scenarioId, scenario }: Props) {
  const { userId } = learner;
  const practice = useObservable(studio.practice);
  const transcripts = useTranscripts(practice);
  const { original } = useObservable(studio.sounds.states);
  const prominent = prominentIn(practice, original, useCompared(practice));
  const jumps = useRef<HTMLDivElement>(null);
  const { panel, firstCheck, open, close } = usePanel();
  const leaving = useLeaving({ studio, userId, dialogue: { language: scenario.language, scenarioId } });
  const { index, dialog, activity, loop } = practice;
  const segment = scenario.segments[index];
  const actions: ShortcutActions = {
    ...practiceActions(studio, practice),
    transcripts: transcripts.toggle,
    segments: () => jumps.current?.querySelector<HTMLElement>("[aria-current]")?.focus(),
    topics: leaving.askForTopics,
    help: () => open("shortcuts"),
  };
  useShortcuts(practiceShortcuts, actions);
  useRecordingStarted(studio, activity.kind === "recording");
  useMissingMicrophone();
  useSegmentInAddress(index);

  return (
    <main className="practice" id="main">
      <PageTitle>{scenario.title}</PageTitle>
      <PracticeHead {...{ studio, scenarioId, scenario, practice }} onBack={leaving.askForTopics} onOpen={open} />
      <Waveform studio={studio} practice={practice} />
      <div className="practice-lines">
        <SoundStatus sounds={studio.sounds} />
        <PracticeStatus studio={studio} practice={practice} />
      </div>
      <Transport {...{ studio, practice, prominent }} />
      <PracticeTools {...{ studio, practice, transcripts }} />
      {loop && <LoopBar studio={studio} loop={loop} />}
      <HeldNotice studio={studio} onMakeRoom={() => open("recordings")} />
      <div id={scriptsId}>
        {transcripts.shown && segment && (
          <Transcripts segment={segment} language={scenario.language} activity={activity} />
        )}
      </div>
      <TakeFigures {...{ studio, practice }} />
      <TakeHistory {...{ studio, practice, scenarioId }} />
      <SegmentBar {...{ studio, practice, jumps }} isNextProminent={prominent.includes("next")} />
      <LeaveGuard studio={studio} mayLeave={leaving.hasLeft} />
      {dialog === "restart" && <RestartDialog studio={studio} />}
      {dialog === "complete" && <CompleteDialog {...{ studio, leaving, practice, learner, scenarioId }} />}
      {dialog === "clear" && <ClearDialog leaving={leaving} recording={activity.kind === "recording"} />}
      {panel === "microphone" && <DeviceCheckDialog first={firstCheck} onDone={close} />}
      {panel === "recordings" && <RecordingsDialog userId={userId} onClose={close} />}
      {panel === "shortcuts" && <ShortcutsDialog of={practiceShortcuts} actions={actions} onClose={close} />}
    </main>
  );
}
