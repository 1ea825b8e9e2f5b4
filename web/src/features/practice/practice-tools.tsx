import { controlsOf, type Practice } from "../../../../domain/practice.ts";
import { ActionButton } from "./action-button.tsx";
import { loopToggleId } from "./loop-part.ts";
import { PaceControl } from "./pace-control.tsx";
import type { Panel } from "./panel.ts";
import type { Studio } from "./studio.ts";
import { KeepTranscriptsControl, type TranscriptsShown } from "./transcripts-shown.tsx";

type Props = {
  studio: Studio;
  practice: Practice;
  transcripts: TranscriptsShown;
  onOpen: (panel: Panel) => void;
};

/** What is not needed in every moment: below the transport, in the order of use. */
export function PracticeTools({ studio, practice, transcripts, onOpen }: Props) {
  const { restart, loop } = controlsOf(practice);
  const isLooping = practice.loop !== null;
  const { shown, allowed, toggle } = transcripts;
  // Only in quiet moments: the original plays on behind a dialog, and a take would begin unseen.
  const mayCheck = practice.activity.kind === "quiet";
  return (
    <div className="practice-tools">
      <ActionButton allowed={restart} shortcut="restart" onAct={() => studio.send({ type: "ask-restart" })}>
        Restart Segment
      </ActionButton>
      <ActionButton
        id={loopToggleId}
        voice={isLooping ? "heard" : "plain"}
        allowed={loop}
        shortcut="loop"
        aria-pressed={isLooping}
        onAct={() => studio.send({ type: "toggle-loop" })}
      >
        Loop
      </ActionButton>
      <fieldset className="transcripts-choice">
        <legend className="visually-hidden">Transcripts</legend>
        <ActionButton
          allowed={allowed}
          shortcut="transcripts"
          aria-expanded={shown}
          aria-controls="scripts"
          onAct={toggle}
        >
          {shown ? "Hide Transcripts" : "Show Transcripts"}
        </ActionButton>
        <KeepTranscriptsControl />
      </fieldset>
      <PaceControl pace={studio.pace} />
      <ActionButton voice="quiet" allowed={mayCheck} onAct={() => onOpen("microphone")}>
        Microphone
      </ActionButton>
      <ActionButton voice="quiet" allowed={mayCheck} onAct={() => onOpen("recordings")}>
        Recordings
      </ActionButton>
      <ActionButton voice="quiet" shortcut="help" onAct={() => onOpen("shortcuts")}>
        Shortcuts
      </ActionButton>
    </div>
  );
}
