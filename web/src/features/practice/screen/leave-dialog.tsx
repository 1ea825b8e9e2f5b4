import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { recordingCountText } from "../../recording/recording-labels.ts";
import { type LeavingChoice, leavingChoice } from "../recordings/dialogue-recordings.ts";
import { stoppingText } from "./leave-guard.tsx";
import { lossTitle } from "./lose-recordings.tsx";
import { UnstoredNote } from "./recordings-choice.tsx";
import type { LeaveFlow } from "./use-leave-flow.ts";

type LeaveButtonsProps = { leaving: LeaveFlow; count: number; onAnswer: (removes: boolean) => void };

function LeaveButtons({ leaving, count, onAnswer }: LeaveButtonsProps) {
  const { busy, unstored } = leaving;
  const choice = useObservable(leavingChoice);
  if (choice !== "ask") {
    const removes = choice === "remove";
    return (
      <Button variant={removes ? "danger" : "ink"} busy={busy} onClick={() => onAnswer(removes)}>
        Leave
      </Button>
    );
  }
  return (
    <>
      <Button variant="ink" busy={busy} onClick={() => onAnswer(false)}>
        {unstored > 0 ? "Keep what is stored" : count === 1 ? "Keep it" : "Keep them"}
      </Button>
      <Button variant="danger" busy={busy} onClick={() => onAnswer(true)}>
        Remove {recordingCountText(count)}
      </Button>
    </>
  );
}

const keepHint =
  "Recordings that you keep stay on this device until you or the browser delete them, you log out, or new ones need the space.";

export function consequencesText(choice: LeavingChoice, count: number, recording: boolean, unstored: number): string {
  if (choice === "keep") {
    if (recording) return stoppingText;
    const stored = count - unstored;
    return stored === 0 ? "" : `Your stored ${stored === 1 ? "recording is" : "recordings are"} kept on this device.`;
  }
  const begin = recording ? "If you leave, your recording stops. " : "";
  if (choice === "remove") return `${begin}Going back removes ${recordingCountText(count)}.`;
  const those = `${count} practice ${count === 1 ? "recording" : "recordings"}`;
  return `${begin}${recording ? "With this one, you" : "You"} have ${those} in this browser. ${keepHint}`;
}

type TitleFacts = { choice: LeavingChoice; recording: boolean; count: number; unstored: number };

function leaveTitle({ choice, recording, count, unstored }: TitleFacts): string {
  if (recording) return "Leave while recording?";
  // The recordings that opened the dialog may be stored meanwhile, or the learner has just set the choice.
  if (choice !== "ask") return choice === "keep" && unstored > 0 ? lossTitle(unstored) : "Leave this dialogue?";
  return count === 1 ? "Keep your recording?" : "Keep your recordings?";
}

export function LeaveDialog({ leaving, recording }: { leaving: LeaveFlow; recording: boolean }) {
  const [remembers, setRemembers] = useState(false);
  const choice = useObservable(leavingChoice);
  const asks = choice === "ask";
  const count = leaving.count.all + (recording ? 1 : 0);
  const answer = (removes: boolean) => {
    if (leaving.busy) return;
    if (asks && remembers) leavingChoice.set(removes ? "remove" : "keep");
    leaving.goToTopics(removes);
  };
  return (
    <Dialog
      title={leaveTitle({ choice, recording, count, unstored: leaving.unstored })}
      onDismiss={leaving.cancel}
      actions={
        <>
          <Button variant={choice === "remove" ? "ink" : "plain"} onClick={leaving.cancel}>
            Stay
          </Button>
          <LeaveButtons leaving={leaving} count={count} onAnswer={answer} />
          {asks && (
            <label className="dialog-remember">
              <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
              Always do this. You can change it in your profile.
            </label>
          )}
        </>
      }
    >
      <p>{consequencesText(choice, count, recording, leaving.unstored)}</p>
      {choice !== "remove" && <UnstoredNote count={leaving.unstored} />}
    </Dialog>
  );
}
