import { controlsOf, type Practice } from "../../../../../domain/practice/practice.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { loopToggleId } from "./loop-part.ts";
import { scriptsId, type TranscriptsShown } from "./transcripts-shown.tsx";

type Props = { studio: Studio; practice: Practice; transcripts: TranscriptsShown };

/** What a segment may need beside its voices, in the order of use. */
export function PracticeTools({ studio, practice, transcripts }: Props) {
  const { restart, loop } = controlsOf(practice);
  const { shown, allowed, toggle } = transcripts;
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
        allowed={allowed}
        shortcut="transcripts"
        aria-expanded={shown}
        aria-controls={scriptsId}
        onAct={toggle}
      >
        {shown ? "Hide Transcripts" : "Show Transcripts"}
      </ActionButton>
    </div>
  );
}
