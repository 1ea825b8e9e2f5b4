import { useRef } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { DeviceCheckDialog } from "../../recording/microphone/device-check-dialog.tsx";
import type { OpenedScenario } from "../../scenario/opened-scenario.ts";
import { useShortcuts } from "../../shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "../../shortcuts/shortcuts-dialog.tsx";
import { useNotesPad } from "../notes/use-notes-pad.ts";
import type { Studio } from "../studio/studio.ts";
import { ratingActions, useAttemptRating } from "./attempt-rating.ts";
import { AudioStatus } from "./audio-status.tsx";
import { CompleteDialog } from "./complete-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LoopBar } from "./loop-bar.tsx";
import { useMediaSession } from "./media-session.ts";
import type { LearnerDialogues } from "./next-step.tsx";
import { usePanel } from "./panel.ts";
import { practiceActions, useMissingMicrophoneToast, useRecordingStartedToast } from "./practice-effects.ts";
import { PracticeHead } from "./practice-head.tsx";
import { practiceShortcuts, type ShortcutActions } from "./practice-shortcuts.ts";
import { PracticeStatus } from "./practice-status.tsx";
import { PracticeTools } from "./practice-tools.tsx";
import { prominentControls, useHasCompared } from "./prominence.ts";
import { RatingPanel } from "./rating-panel.tsx";
import { useSavedRecordingFacts } from "./recording-facts.ts";
import { RecordingFigures } from "./recording-figures.tsx";
import { RecordingHistory } from "./recording-history.tsx";
import { RecordingsDialog } from "./recordings-dialog.tsx";
import { RestartDialog } from "./restart-dialog.tsx";
import { SegmentBar } from "./segment-bar.tsx";
import { useSyncSegmentToUrl } from "./segment-url.ts";
import { transcriptsId, useTranscriptVisibility } from "./transcript-visibility.tsx";
import { Transcripts } from "./transcripts.tsx";
import { Transport } from "./transport.tsx";
import { UnsavedRecordingsNotice } from "./unsaved-recordings-notice.tsx";
import { suggestedMisses, useAttemptRecognition } from "./use-attempt-recognition.ts";
import { useLeaveFlow } from "./use-leave-flow.ts";
import { Waveform } from "./waveform.tsx";
import "./practice.css";

const NotesPad = lazyPart(async () => (await import("../notes/notes-pad.tsx")).NotesPad);

type Props = { studio: Studio; learner: LearnerDialogues; scenarioId: string; scenario: OpenedScenario };

export function PracticeScreen({ studio, learner, scenarioId, scenario }: Props) {
  const { userId } = learner;
  const practice = useObservable(studio.practice);
  const transcripts = useTranscriptVisibility(practice);
  const { original } = useObservable(studio.segmentAudio.states);
  const prominent = prominentControls(practice, original, useHasCompared(practice));
  const jumps = useRef<HTMLDivElement>(null);
  const { panel, isFirstCheck, open, close } = usePanel();
  const dialogue = { language: scenario.language, scenarioId };
  const leaving = useLeaveFlow({ studio, userId, dialogue });
  const notes = useNotesPad({ userId, dialogue });
  const { index, dialog, activity, loop } = practice;
  const segment = scenario.segments[index];
  const areTranscriptsShown = transcripts.isShown;
  const recognition = useAttemptRecognition({ studio, practice, scenario });
  const rating = useAttemptRating({
    ...{ userId, practice, scenarioId, scenario, areTranscriptsShown, source: "practice" },
    suggested: suggestedMisses(recognition),
  });
  const actions: ShortcutActions = {
    ...practiceActions(studio, practice),
    ...ratingActions(rating),
    transcripts: transcripts.toggle,
    notes: notes.toggle,
    segments: () => jumps.current?.querySelector<HTMLElement>("[aria-current]")?.focus(),
    topics: leaving.leaveForTopics,
    help: () => open("shortcuts"),
  };
  useShortcuts(practiceShortcuts, actions);
  useRecordingStartedToast(studio, activity.kind === "recording");
  useMissingMicrophoneToast();
  useSyncSegmentToUrl(index);
  useSavedRecordingFacts({ studio, userId, dialogue: { language: scenario.language, scenarioId } });
  useMediaSession(studio, scenario.title, `Segment ${index + 1}/${scenario.segments.length}`);

  return (
    <main className="practice" id="main" data-notes={notes.isOpen}>
      <PageTitle>{scenario.title}</PageTitle>
      <PracticeHead
        {...{ studio, userId, scenarioId, scenario, practice, notes, jumps }}
        onBack={leaving.leaveForTopics}
        onOpen={open}
      />
      <Waveform studio={studio} practice={practice} />
      <div className="practice-lines">
        <AudioStatus sounds={studio.segmentAudio} hasOthers={scenario.segments.length > 1} />
        <PracticeStatus studio={studio} practice={practice} />
      </div>
      <Transport {...{ studio, practice, prominent }} />
      {notes.isOpen && <NotesPad place={{ userId, dialogue }} segment={index} takesFocus={notes.wasOpenedHere} />}
      <PracticeTools {...{ studio, practice, transcripts }} />
      {loop && <LoopBar studio={studio} loop={loop} />}
      <UnsavedRecordingsNotice studio={studio} onMakeRoom={() => open("recordings")} />
      <div id={transcriptsId}>
        {transcripts.isShown && segment && (
          <Transcripts {...{ userId, scenarioId, index, segment, activity }} language={scenario.language} />
        )}
      </div>
      {rating && <RatingPanel {...{ rating, recognition }} />}
      <RecordingFigures {...{ studio, practice }} />
      <RecordingHistory {...{ studio, practice, scenarioId }} />
      <SegmentBar {...{ studio, practice, jumps }} isNextProminent={prominent.includes("next")} />
      <LeaveGuard studio={studio} mayLeave={leaving.hasLeft} />
      {dialog === "restart" && <RestartDialog studio={studio} />}
      {dialog === "complete" && (
        <CompleteDialog {...{ studio, leaving, practice, learner, scenarioId }} language={scenario.language} />
      )}
      {dialog === "clear" && <LeaveDialog leaving={leaving} recording={activity.kind === "recording"} />}
      {panel === "microphone" && <DeviceCheckDialog first={isFirstCheck} onDone={close} />}
      {panel === "recordings" && <RecordingsDialog userId={userId} onClose={close} />}
      {panel === "shortcuts" && <ShortcutsDialog of={practiceShortcuts} actions={actions} onClose={close} />}
    </main>
  );
}
