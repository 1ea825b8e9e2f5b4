import { controlsOf, type Practice } from "../../../../domain/practice.ts";
import { ActionButton } from "./action-button.tsx";
import { PaceControl } from "./pace-control.tsx";
import type { Panel } from "./panel.ts";
import type { Studio } from "./studio.ts";

type Props = {
  studio: Studio;
  practice: Practice;
  scriptsShown: boolean;
  onToggleScripts: () => void;
  onOpen: (panel: Panel) => void;
};

/** What is not needed in every moment: below the transport, in the order of use. */
export function PracticeTools({ studio, practice, scriptsShown, onToggleScripts, onOpen }: Props) {
  const { restart } = controlsOf(practice);
  // Only in quiet moments: the original plays on behind a dialog, and a take would begin unseen.
  const mayCheck = practice.activity.kind === "quiet";
  return (
    <div className="practice-tools">
      <ActionButton allowed={restart} shortcut="restart" onAct={() => studio.send({ type: "ask-restart" })}>
        Restart Segment
      </ActionButton>
      <ActionButton shortcut="transcripts" aria-expanded={scriptsShown} aria-controls="scripts" onAct={onToggleScripts}>
        {scriptsShown ? "Hide Transcripts" : "Show Transcripts"}
      </ActionButton>
      <PaceControl pace={studio.pace} />
      <ActionButton voice="quiet" allowed={mayCheck} onAct={() => onOpen("microphone")}>
        Microphone
      </ActionButton>
      <ActionButton voice="quiet" shortcut="help" onAct={() => onOpen("shortcuts")}>
        Shortcuts
      </ActionButton>
    </div>
  );
}
