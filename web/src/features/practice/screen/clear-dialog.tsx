import { useState } from "react";
import { useObservable } from "../../../browser/observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { recordings } from "../../recording/take-labels.ts";
import { type LeavingChoice, leavingChoice } from "../takes/takes.ts";
import type { Leaving } from "./use-leaving.ts";

type AnswersProps = { leaving: Leaving; count: number; onAnswer: (removes: boolean) => void };

/** What a learner may answer who has to be asked, or has answered once for all. */
function Answers({ leaving: { busy }, count, onAnswer }: AnswersProps) {
  const choice = useObservable(leavingChoice);
  if (choice !== "ask") {
    const removes = choice === "remove";
    return (
      <Button voice={removes ? "danger" : "ink"} busy={busy} onClick={() => onAnswer(removes)}>
        Leave
      </Button>
    );
  }
  return (
    <>
      <Button voice="ink" busy={busy} onClick={() => onAnswer(false)}>
        {count === 1 ? "Keep it" : "Keep them"}
      </Button>
      <Button voice="danger" busy={busy} onClick={() => onAnswer(true)}>
        Remove {recordings(count)}
      </Button>
    </>
  );
}

const staying = "Recordings that you keep stay on this device until you delete them or log out.";

/** Says what is there, and what becomes of it. */
function factsOf(choice: LeavingChoice, count: number, recording: boolean): string {
  const begin = recording ? "Your recording stops here." : "";
  if (choice === "remove") return `${begin} Going back removes ${recordings(count)}.`;
  if (choice === "keep") return `${begin} It is kept on this device.`;
  const those = `${count === 1 ? "is" : "are"} ${recordings(count)}`;
  return recording
    ? `${begin} With this one, there ${those} in this browser. ${staying}`
    : `There ${those} in this browser. ${staying}`;
}

/** Asks what is to become of the learner's recordings, before a way that would remove them is gone. */
export function ClearDialog({ leaving, recording }: { leaving: Leaving; recording: boolean }) {
  const [remembers, setRemembers] = useState(false);
  const choice = useObservable(leavingChoice);
  const asks = choice === "ask";
  const count = leaving.count.all + (recording ? 1 : 0);
  const answer = (removes: boolean) => {
    if (leaving.busy) return;
    if (asks && remembers) leavingChoice.set(removes ? "remove" : "keep");
    leaving.toTopics(removes);
  };
  return (
    <Dialog
      title={recording ? "Leave while recording?" : count === 1 ? "Keep your recording?" : "Keep your recordings?"}
      onDismiss={leaving.stay}
      actions={
        <>
          <Button voice={choice === "remove" ? "ink" : "plain"} onClick={leaving.stay}>
            Stay
          </Button>
          <Answers leaving={leaving} count={count} onAnswer={answer} />
          {asks && (
            <label className="dialog-remember">
              <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
              Always do this. You can change it in your profile.
            </label>
          )}
        </>
      }
    >
      <p>{factsOf(choice, count, recording)}</p>
    </Dialog>
  );
}
