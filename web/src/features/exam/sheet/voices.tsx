import type { Audio } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import type { Voice } from "../../../ui/button.tsx";
import { KeyedButton } from "./keyed-button.tsx";
import type { SheetShortcut } from "./sheet-keys.ts";
import type { SheetPlayer } from "./sheet-player.ts";
import type { SheetSegment } from "./sheet-view.ts";

const voices = [
  { audio: "original", shortcut: "play-original", voice: "heard", name: "Original" },
  { audio: "own", shortcut: "play-own", voice: "said", name: "Take" },
  { audio: "translation", shortcut: "play-translation", voice: "reference", name: "Reference" },
] as const satisfies readonly { audio: Audio; shortcut: SheetShortcut; voice: Voice; name: string }[];

/** Which voices of a segment there are to be heard. */
export function hasVoice({ text, take }: SheetSegment, audio: Audio): boolean {
  return audio === "own" ? take !== null : text !== null;
}

/** The three voices of a segment, a key each. */
export function Voices({ player, segment }: { player: SheetPlayer; segment: SheetSegment }) {
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
