import type { KeyboardEvent, PointerEvent } from "react";
import { audioPaths } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import type { ReceivedComment } from "../../../../../domain/sharing/share-comment.ts";
import { computeWaveformData, recordingPeakCount } from "../../../audio/peaks.ts";
import { fractionAt, seekFractionForKey } from "../../../audio/waveform-geometry.ts";
import { useAsyncValue } from "../../../browser/use-async-value.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { ButtonVariant } from "../../../ui/button.tsx";
import { clockTime } from "../../../ui/clock-time.ts";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { momentText } from "../../../ui/moment.ts";
import { positionStyle } from "../../../ui/position-style.ts";
import { audioFiles } from "../../content/audio-files.ts";
import { MiniWaveform } from "../../recording/mini-waveform.tsx";
import { SpeechFigures, useSpeechFigures } from "../../recording/speech-figures.tsx";
import { CommentFlags } from "../../sharing/comment-flags.tsx";
import { SegmentFeedback } from "../../sharing/segment-feedback.tsx";
import { type ExamRecording, loadExamRecordingFile } from "../recordings/exam-recordings.ts";
import { deductionText } from "../result/marking-text.ts";
import { type DialogueContent, DialogueNotice } from "./exam-content.tsx";
import { KeyedButton, type SheetShortcut } from "./sheet-keys.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import { hasAudio, type SheetSegment } from "./sheet-view.ts";
import { SegmentTranscripts } from "./transcripts.tsx";
import type { Sheet } from "./use-sheet.ts";

const audioButtons = [
  { audio: "original", shortcut: "play-original", voice: "heard", name: "Original" },
  { audio: "own", shortcut: "play-own", voice: "said", name: "Recording" },
  { audio: "translation", shortcut: "play-translation", voice: "reference", name: "Reference" },
] as const satisfies readonly { audio: PracticeAudio; shortcut: SheetShortcut; voice: ButtonVariant; name: string }[];

function AudioButtons({ player, segment }: { player: SheetPlayer; segment: SheetSegment }) {
  const { audio: heard, state } = useObservable(player.position);
  return (
    <div className="sheet-voices">
      {audioButtons.map(({ audio, shortcut, voice, name }) => {
        const isPlaying = heard === audio && state === "playing";
        return (
          <KeyedButton
            key={audio}
            shortcut={shortcut}
            variant={isPlaying ? voice : "plain"}
            busy={heard === audio && state === "loading"}
            allowed={hasAudio(segment, audio)}
            data-voice={voice}
            aria-label={`${isPlaying ? "Pause" : "Play"} ${name.toLowerCase()}`}
            onAct={() => player.toggle(audio)}
          >
            {isPlaying ? `Pause ${name.toLowerCase()}` : name}
          </KeyedButton>
        );
      })}
    </div>
  );
}

function useRecordingShape({ number }: ExamRecording) {
  return useAsyncValue(`${number}`, async () => {
    const sound = await loadExamRecordingFile(number);
    return sound && computeWaveformData(sound.data, recordingPeakCount).catch(() => null);
  });
}

type LineProps = {
  recording: ExamRecording;
  notes: readonly Note[];
  comments: readonly ReceivedComment[];
  player: SheetPlayer;
  onOpen: (note: Note) => void;
};

function RecordingLine({ recording, notes, comments, player, onOpen }: LineProps) {
  const shape = useRecordingShape(recording);
  const { audio, fraction, duration } = useObservable(player.position);
  const isHeard = audio === "own" && duration > 0;
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (isHeard) player.seek(fractionAt({ x: 0, width }, clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = isHeard ? seekFractionForKey(event.key, { fraction, duration }) : null;
    if (target === null) return;
    event.preventDefault();
    player.seek(target);
  };
  const heard = isHeard ? fraction * duration : 0;
  return (
    <div className="sheet-recording" dir="ltr">
      <div
        className="sheet-recording-line"
        role="slider"
        tabIndex={0}
        aria-label="Position in the recording"
        aria-disabled={!isHeard}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isHeard ? Math.round(fraction * 100) : 0}
        aria-valuetext={`${clockTime(heard)} of ${clockTime(recording.seconds)}`}
        onPointerDown={seekTo}
        onKeyDown={onKeyDown}
      >
        <MiniWaveform shape={shape} longestSeconds={recording.seconds} />
        {isHeard && <i className="sheet-playhead" style={positionStyle(fraction)} />}
      </div>
      {notes.map((note) => (
        <button
          key={note.id}
          type="button"
          className="sheet-flag"
          style={positionStyle(note.at_seconds / recording.seconds)}
          aria-label={`${errorKindNames[note.kind]} at ${momentText(note.at_seconds)}: change`}
          onClick={() => onOpen(note)}
        >
          <span aria-hidden="true">{deductionText(note.deduction)}</span>
        </button>
      ))}
      <CommentFlags comments={comments} seconds={recording.seconds} onPlayMoment={player.playRecordingFrom} />
      <p className="sheet-recording-time">
        {isHeard && `${momentText(heard)} / `}
        {momentText(recording.seconds)}
      </p>
    </div>
  );
}

type FiguresProps = { recording: ExamRecording; segment: SheetSegment; content: DialogueContent };

function RecordingFigures({ recording, segment: { text }, content }: FiguresProps) {
  const path = content.kind === "ready" && text ? audioPaths(content.folder, text).translation : null;
  const own = useSpeechFigures(`${recording.number}`, () => loadExamRecordingFile(recording.number));
  const reference = useSpeechFigures(path, async () => {
    if (path === null) return null;
    const options = { signal: new AbortController().signal, priority: "low" } as const;
    return audioFiles.load(path, options).checked.catch(() => null);
  });
  return <SpeechFigures recording={own} reference={reference} />;
}

function NoRecordingNotice({ facts }: { facts: Sheet["segment"]["facts"] }) {
  const words =
    facts === null
      ? "This segment was not played."
      : facts.take_seconds === null
        ? "There is no recording of this segment."
        : "This recording cannot be played here. It may be in another browser or deleted, or this browser's storage cannot be read.";
  return <p className="sheet-notice">{words}</p>;
}

type ListeningPanelProps = {
  userId: string;
  dialogue: ExamDialogue;
  content: DialogueContent;
  sheet: Sheet;
  player: SheetPlayer;
  areRecordingsKnown: boolean;
  comments: readonly ReceivedComment[];
};

export function ListeningPanel(props: ListeningPanelProps) {
  const { userId, dialogue, content, sheet, player, areRecordingsKnown, comments } = props;
  const { segment } = sheet;
  const { recording } = segment;
  return (
    <section className="sheet-listening" aria-label="Audio and transcripts">
      <DialogueNotice content={content} />
      <AudioButtons player={player} segment={segment} />
      {recording && <RecordingLine {...{ recording, comments, player }} notes={segment.notes} onOpen={sheet.open} />}
      {!recording && areRecordingsKnown && <NoRecordingNotice facts={segment.facts} />}
      <SegmentFeedback comments={comments} onPlayMoment={recording ? player.playRecordingFrom : undefined} />
      <SegmentTranscripts {...{ userId, segment, dialogue }} />
      {recording && <RecordingFigures recording={recording} segment={segment} content={content} />}
    </section>
  );
}
