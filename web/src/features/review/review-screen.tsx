import { useEffect, useEffectEvent } from "react";
import { hasUnfinishedRecording, type Practice } from "../../../../domain/practice/practice.ts";
import type { SegmentSchedule } from "../../../../domain/study/review-items.ts";
import { dueUnits } from "../../../../domain/study/review-session.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { AudioState } from "../content/loaded-audio.ts";
import { type AttemptRating, ratingActions, useAttemptRating } from "../practice/screen/attempt-rating.ts";
import { AudioStatus } from "../practice/screen/audio-status.tsx";
import { LeaveGuard } from "../practice/screen/leave-guard.tsx";
import { LoopBar } from "../practice/screen/loop-bar.tsx";
import { useLossQuestion } from "../practice/screen/lose-recordings.tsx";
import { useMediaSession } from "../practice/screen/media-session.ts";
import { MoreTools } from "../practice/screen/more-tools.tsx";
import { usePanel } from "../practice/screen/panel.ts";
import {
  practiceActions,
  useMissingMicrophoneToast,
  useRecordingStartedToast,
} from "../practice/screen/practice-effects.ts";
import { Speaker } from "../practice/screen/practice-head.tsx";
import { practiceShortcuts, type ShortcutActions } from "../practice/screen/practice-shortcuts.ts";
import { PracticeStatus } from "../practice/screen/practice-status.tsx";
import { PracticeTools } from "../practice/screen/practice-tools.tsx";
import { prominentControls, useHasCompared } from "../practice/screen/prominence.ts";
import { RatingPanel } from "../practice/screen/rating-panel.tsx";
import { useSavedRecordingFacts } from "../practice/screen/recording-facts.ts";
import { RecordingFigures } from "../practice/screen/recording-figures.tsx";
import { RecordingHistory } from "../practice/screen/recording-history.tsx";
import { RecordingsDialog } from "../practice/screen/recordings-dialog.tsx";
import { RestartDialog } from "../practice/screen/restart-dialog.tsx";
import {
  type TranscriptVisibility,
  transcriptsId,
  useTranscriptVisibility,
} from "../practice/screen/transcript-visibility.tsx";
import { Transcripts } from "../practice/screen/transcripts.tsx";
import { Transport } from "../practice/screen/transport.tsx";
import { UnsavedRecordingsNotice } from "../practice/screen/unsaved-recordings-notice.tsx";
import { suggestedMisses, useAttemptRecognition } from "../practice/screen/use-attempt-recognition.ts";
import { Waveform } from "../practice/screen/waveform.tsx";
import type { Studio } from "../practice/studio/studio.ts";
import { DeviceCheckDialog } from "../recording/microphone/device-check-dialog.tsx";
import type { OpenedScenario } from "../scenario/opened-scenario.ts";
import { useShortcuts } from "../shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "../shortcuts/shortcuts-dialog.tsx";
import type { EntryPlace } from "./entry-place.ts";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewHead } from "./review-head.tsx";
import { skippedText } from "./review-text.ts";
import "../practice/screen/practice.css";
import "./review.css";

type Props = {
  userId: string;
  studio: Studio;
  scenario: OpenedScenario;
  scenarioId: string;
  scheduled: SegmentSchedule;
  today: number;
  skipped: number;
  place: EntryPlace;
};

function prominentInReview(practice: Practice, original: AudioState, hasCompared: boolean, isRated: boolean) {
  if (isRated) return ["next"] as const;
  return hasCompared ? [] : prominentControls(practice, original, false);
}

function useRatedEffect(rating: AttemptRating | null, onRated: EntryPlace["onRated"]): void {
  const rated = rating?.review?.rating ?? null;
  const report = useEffectEvent(onRated);
  useEffect(() => {
    if (rated) report(rated);
  }, [rated]);
}

type ActionsOptions = {
  studio: Studio;
  practice: Practice;
  transcripts: TranscriptVisibility;
  rating: AttemptRating | null;
  canLeave: boolean;
  place: EntryPlace;
  onHelp: () => void;
};

function reviewActions({ studio, practice, transcripts, rating, canLeave, place, onHelp }: ActionsOptions) {
  const { previous: _, next: __, ...actions } = practiceActions(studio, practice);
  const available: ShortcutActions = {
    ...actions,
    ...ratingActions(rating),
    transcripts: transcripts.toggle,
    help: onHelp,
    next: () => canLeave && place.onNext(),
  };
  return available;
}

function useReviewRating({ userId, studio, scenario, scenarioId, place }: Props, transcripts: TranscriptVisibility) {
  const practice = useObservable(studio.practice);
  const recognition = useAttemptRecognition({ studio, practice, scenario });
  const rating = useAttemptRating({
    suggested: suggestedMisses(recognition),
    ...{ userId, practice, scenario, scenarioId },
    areTranscriptsShown: transcripts.isShown,
    // A repeat within the session is extra practice, and does not count towards the daily limit.
    source: place.isRepeat ? "practice" : "review",
  });
  useRatedEffect(rating, place.onRated);
  return { rating, recognition };
}

export function ReviewScreen(props: Props) {
  const { userId, studio, scenario, scenarioId, scheduled, today, skipped } = props;
  const loss = useLossQuestion(studio);
  const place: EntryPlace = {
    ...props.place,
    onNext: () => loss.ask(props.place.onNext),
    onEnd: () => loss.ask(props.place.onEnd),
  };
  const practice = useObservable(studio.practice);
  const { original } = useObservable(studio.segmentAudio.states);
  const transcripts = useTranscriptVisibility(practice);
  const { panel, isFirstCheck, open, close } = usePanel();
  const { rating, recognition } = useReviewRating(props, transcripts);
  const { index, dialog, activity, loop } = practice;
  const segment = scenario.segments[index];
  const isRated = Boolean(rating?.review);
  const canLeave = dialog === "none" && !hasUnfinishedRecording(practice);
  const prominent = prominentInReview(practice, original, useHasCompared(practice), isRated);
  const onHelp = () => open("shortcuts");
  const actions = reviewActions({ studio, practice, transcripts, rating, canLeave, place, onHelp });
  useShortcuts(practiceShortcuts, actions);
  useRecordingStartedToast(studio, activity.kind === "recording");
  useMissingMicrophoneToast();
  useMediaSession(studio, scenario.title, `Segment ${index + 1}`);
  useSavedRecordingFacts({ studio, userId, dialogue: { language: scenario.language, scenarioId } });

  return (
    <main className="practice" id="main">
      <PageTitle>Review</PageTitle>
      <ReviewHead
        title={scenario.title}
        place={place}
        tools={<MoreTools {...{ studio, practice, scenarioId }} onOpen={open} />}
      >
        {segment && <Speaker {...{ userId, scenarioId, segment }} language={scenario.language} />}
        {skipped > 0 && <p className="review-quiet">{skippedText(skipped)}</p>}
      </ReviewHead>
      <Waveform studio={studio} practice={practice} />
      <div className="practice-lines">
        <AudioStatus sounds={studio.segmentAudio} hasOthers={false} />
        <PracticeStatus studio={studio} practice={practice} />
      </div>
      <Transport {...{ studio, practice, prominent }} />
      <PracticeTools {...{ studio, practice, transcripts }} />
      {loop && <LoopBar studio={studio} loop={loop} />}
      <UnsavedRecordingsNotice studio={studio} onMakeRoom={() => open("recordings")} />
      <div id={transcriptsId}>
        {transcripts.isShown && segment && (
          <Transcripts {...{ userId, scenarioId, index, segment, activity }} language={scenario.language} />
        )}
      </div>
      {rating && <RatingPanel {...{ rating, recognition }} missedBefore={dueUnits(rating.units, scheduled, today)} />}
      <RecordingFigures {...{ studio, practice }} />
      <RecordingHistory {...{ studio, practice, scenarioId }} />
      <ReviewBar {...{ place, isRated, canLeave }} />
      <LeaveGuard studio={studio} mayLeave={() => false} />
      {loss.question}
      {dialog === "restart" && <RestartDialog studio={studio} />}
      {panel === "microphone" && <DeviceCheckDialog first={isFirstCheck} onDone={close} />}
      {panel === "recordings" && <RecordingsDialog userId={userId} onClose={close} />}
      {panel === "shortcuts" && <ShortcutsDialog of={practiceShortcuts} actions={actions} onClose={close} />}
    </main>
  );
}
