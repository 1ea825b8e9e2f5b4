import { useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { Button } from "../../../ui/button.tsx";
import { countedText } from "../../../ui/counted-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { recordingCountText } from "../../recording/recording-labels.ts";
import { type LeavingChoice, leavingChoice } from "../recordings/dialogue-recordings.ts";
import { stopAndKeepText, stopText } from "./leave-guard.tsx";
import { lossTitle } from "./lose-recordings.tsx";
import { UnstoredNote } from "./recordings-choice.tsx";
import type { LeaveFlow } from "./use-leave-flow.ts";

type LeaveButtonsProps = {
  leaving: LeaveFlow;
  choice: LeavingChoice;
  count: number;
  onAnswer: (removes: boolean) => void;
};

function LeaveButtons({ leaving, choice, count, onAnswer }: LeaveButtonsProps) {
  const { busy, unstored } = leaving;
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

/** @param count includes the running recording */
export function consequencesText(choice: LeavingChoice, count: number, recording: boolean): string {
  if (choice === "keep" || count === 0) return recording ? stopAndKeepText : "";
  const begin = recording ? `${stopText} ` : "";
  const those = countedText(count, "practice recording");
  if (choice === "remove") return `${begin}Leaving removes ${those} from this browser.`;
  return `${begin}${recording ? "With this one, you" : "You"} have ${those} in this browser.`;
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
  const savedChoice = useObservable(leavingChoice);
  const count = leaving.count.all + (recording ? 1 : 0);
  // The recordings may be deleted in another tab meanwhile.
  const choice = savedChoice === "ask" && count === 0 ? "keep" : savedChoice;
  const asks = choice === "ask";
  const consequences = consequencesText(choice, count, recording);
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
          <LeaveButtons {...{ leaving, choice, count }} onAnswer={answer} />
          {asks && (
            <label className="dialog-remember">
              <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
              Always do this
            </label>
          )}
        </>
      }
    >
      {consequences !== "" && <p>{consequences}</p>}
      {choice !== "remove" && <UnstoredNote count={leaving.unstored} />}
    </Dialog>
  );
}
