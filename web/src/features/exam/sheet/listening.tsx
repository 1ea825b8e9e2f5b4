import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { audioPaths } from "../../../../../domain/content/pack.ts";
import type { ExamDialogue } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import type { Audio } from "../../../../../domain/practice/practice.ts";
import { readShape, recordingPeakCount } from "../../../audio/peaks.ts";
import { seekFraction, seekKeys } from "../../../audio/waveform-geometry.ts";
import { useObservable } from "../../../browser/observable.ts";
import { useRead } from "../../../browser/use-read.ts";
import type { Voice } from "../../../ui/button.tsx";
import { clockTime } from "../../../ui/clock-time.ts";
import { sounds } from "../../content/sounds.ts";
import { SpeechFigures, useSpeechFigures } from "../../recording/speech-figures.tsx";
import { VoicePicture } from "../../recording/voice-picture.tsx";
import { deductionText, errorNames, momentText } from "../result/marking-words.ts";
import { type MockTake, mockTakeFile } from "../takes/mock-takes.ts";
import { type DialogueContent, DialogueNotice } from "./exam-content.tsx";
import { Scripts } from "./scripts.tsx";
import { KeyedButton, type SheetShortcut } from "./sheet-keys.tsx";
import type { SheetPlayer } from "./sheet-player.ts";
import { hasVoice, type SheetSegment } from "./sheet-view.ts";
import type { Sheet } from "./use-sheet.ts";

const voices = [
  { audio: "original", shortcut: "play-original", voice: "heard", name: "Original" },
  { audio: "own", shortcut: "play-own", voice: "said", name: "Recording" },
  { audio: "translation", shortcut: "play-translation", voice: "reference", name: "Reference" },
] as const satisfies readonly { audio: Audio; shortcut: SheetShortcut; voice: Voice; name: string }[];

/** The three voices of a segment, a key each. */
function Voices({ player, segment }: { player: SheetPlayer; segment: SheetSegment }) {
  const { audio: heard, state } = useObservable(player.position);
  return (
    <div className="sheet-voices">
      {voices.map(({ audio, shortcut, voice, name }) => {
        const isPlaying = heard === audio && state === "playing";
        return (
          <KeyedButton
            key={audio}
            shortcut={shortcut}
            voice={isPlaying ? voice : "plain"}
            busy={heard === audio && state === "loading"}
            allowed={hasVoice(segment, audio)}
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

/** A place on the line, by a part, 0 to 1, of its length. */
const placed = (fraction: number): CSSProperties & { "--at": number } => ({
  "--at": Math.max(0, Math.min(1, fraction)),
});

function useTakeShape({ number }: MockTake) {
  return useRead(`${number}`, async () => {
    const sound = await mockTakeFile(number);
    return sound && readShape(sound.data, recordingPeakCount).catch(() => null);
  });
}

type LineProps = { take: MockTake; notes: readonly Note[]; player: SheetPlayer; onOpen: (note: Note) => void };

/** The take as it sounded, where it is being heard, and where errors were noted. */
function TakeLine({ take, notes, player, onOpen }: LineProps) {
  const shape = useTakeShape(take);
  const { audio, fraction, duration } = useObservable(player.position);
  const isHeard = audio === "own" && duration > 0;
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (isHeard) player.seek(seekFraction({ x: 0, width }, clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = isHeard ? seekKeys(event.key, { fraction, duration }) : null;
    if (target === null) return;
    event.preventDefault();
    player.seek(target);
  };
  const heard = isHeard ? fraction * duration : 0;
  return (
    <div className="sheet-take" dir="ltr">
      <div
        className="sheet-take-line"
        role="slider"
        tabIndex={0}
        aria-label="Position in the recording"
        aria-disabled={!isHeard}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isHeard ? Math.round(fraction * 100) : 0}
        aria-valuetext={`${clockTime(heard)} of ${clockTime(take.seconds)}`}
        onPointerDown={seekTo}
        onKeyDown={onKeyDown}
      >
        <VoicePicture shape={shape} longestSeconds={take.seconds} />
        {isHeard && <i className="sheet-playhead" style={placed(fraction)} />}
      </div>
      {notes.map((note) => (
        <button
          key={note.id}
          type="button"
          className="sheet-flag"
          style={placed(note.at_seconds / take.seconds)}
          aria-label={`${errorNames[note.kind]} at ${momentText(note.at_seconds)}: change`}
          onClick={() => onOpen(note)}
        >
          <span aria-hidden="true">{deductionText(note.deduction)}</span>
        </button>
      ))}
      <p className="sheet-take-time">
        {isHeard && `${momentText(heard)} / `}
        {momentText(take.seconds)}
      </p>
    </div>
  );
}

type FiguresProps = { take: MockTake; segment: SheetSegment; content: DialogueContent };

/** Shows the figures of a take beside those of the reference. */
function TakeFigures({ take, segment: { text }, content }: FiguresProps) {
  const path = content.kind === "ready" && text ? audioPaths(content.folder, text).translation : null;
  const own = useSpeechFigures(`${take.number}`, () => mockTakeFile(take.number));
  const reference = useSpeechFigures(path, async () => {
    if (path === null) return null;
    const options = { signal: new AbortController().signal, priority: "low" } as const;
    return sounds.load(path, options).checked.catch(() => null);
  });
  return <SpeechFigures take={own} reference={reference} />;
}

/** Why there is no take to be heard of a segment. */
function AbsentTake({ facts }: { facts: Sheet["segment"]["facts"] }) {
  const words =
    facts === null
      ? "This segment was not played. The exam ended before it."
      : facts.take_seconds === null
        ? "Nothing was recorded for this segment."
        : "This recording is not on this device. It is on another device, or it was deleted. You can still mark the segment.";
  return <p className="sheet-notice">{words}</p>;
}

type ListeningProps = {
  dialogue: ExamDialogue;
  content: DialogueContent;
  sheet: Sheet;
  player: SheetPlayer;
  /** Whether it is known which takes are here. */
  areTakesKnown: boolean;
};

/** Shows a segment's recordings and scripts. */
export function Listening({ dialogue, content, sheet, player, areTakesKnown }: ListeningProps) {
  const { segment } = sheet;
  const { take } = segment;
  return (
    <section className="sheet-listening" aria-label="Audio and transcripts">
      <DialogueNotice content={content} />
      <Voices player={player} segment={segment} />
      {take && <TakeLine take={take} notes={segment.notes} player={player} onOpen={sheet.open} />}
      {!take && areTakesKnown && <AbsentTake facts={segment.facts} />}
      <Scripts segment={segment} language={dialogue.language} />
      {take && <TakeFigures take={take} segment={segment} content={content} />}
    </section>
  );
}
