import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import type { Note } from "../../../../../domain/exam/exam-marking.ts";
import { readShape, recordingPeakCount } from "../../../audio/peaks.ts";
import { seekFraction, seekKeys } from "../../../audio/waveform-geometry.ts";
import { useObservable } from "../../../browser/observable.ts";
import { useRead } from "../../../browser/use-read.ts";
import { clockTime } from "../../../ui/clock-time.ts";
import { VoicePicture } from "../../recording/voice-picture.tsx";
import { deductionText, errorNames, momentText } from "../result/marking-words.ts";
import { type MockTake, mockTakeFile } from "../takes/mock-takes.ts";
import type { SheetPlayer } from "./sheet-player.ts";

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

type Props = { take: MockTake; notes: readonly Note[]; player: SheetPlayer; onOpen: (note: Note) => void };

/** The take as it sounded, where it is being heard, and where errors were noted. */
export function TakeLine({ take, notes, player, onOpen }: Props) {
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
        aria-label="Position in the take"
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
