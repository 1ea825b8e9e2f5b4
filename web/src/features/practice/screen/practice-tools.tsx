import { controlsOf, type Practice } from "../../../../../domain/practice/practice.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { loopToggleId } from "./loop-part.ts";
import { type TranscriptVisibility, transcriptsId } from "./transcript-visibility.tsx";

type Props = { studio: Studio; practice: Practice; transcripts: TranscriptVisibility };

export function PracticeTools({ studio, practice, transcripts }: Props) {
  const { restart, loop } = controlsOf(practice);
  const { isShown, canToggle, toggle } = transcripts;
  return (
    <div className="practice-tools">
      <ActionButton allowed={restart} shortcut="restart" onAct={() => studio.send({ type: "ask-restart" })}>
        Restart Segment
      </ActionButton>
      <ActionButton
        id={loopToggleId}
        allowed={loop}
        shortcut="loop"
        aria-pressed={practice.loop !== null}
        onAct={() => studio.send({ type: "toggle-loop" })}
      >
        Loop
      </ActionButton>
      <ActionButton
        allowed={canToggle}
        shortcut="transcripts"
        aria-expanded={isShown}
        aria-controls={transcriptsId}
        onAct={toggle}
      >
        {isShown ? "Hide Transcripts" : "Show Transcripts"}
      </ActionButton>
    </div>
  );
}
