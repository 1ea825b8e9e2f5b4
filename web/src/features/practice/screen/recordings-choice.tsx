import { useId, useState } from "react";
import { useObservable } from "../../../browser/use-observable.ts";
import { recordingCountText } from "../../recording/recording-labels.ts";
import { type LeavingChoice, leavingChoice } from "../recordings/dialogue-recordings.ts";

export type RecordingsChoice = {
  savedChoice: LeavingChoice;
  shouldRemove: boolean;
  setShouldRemove: (removes: boolean) => void;
  shouldRemember: boolean;
  setShouldRemember: (remembers: boolean) => void;
  /** @returns true if the recordings are to be removed */
  confirm: () => boolean;
};

export function useRecordingsChoice(): RecordingsChoice {
  const savedChoice = useObservable(leavingChoice);
  const [removes, setRemoves] = useState(false);
  const [remembers, setRemembers] = useState(false);
  const settle = () => {
    if (savedChoice !== "ask") return savedChoice === "remove";
    if (remembers) leavingChoice.set(removes ? "remove" : "keep");
    return removes;
  };
  return {
    savedChoice: savedChoice,
    shouldRemove: removes,
    setShouldRemove: setRemoves,
    shouldRemember: remembers,
    setShouldRemember: setRemembers,
    confirm: settle,
  };
}

export function UnstoredNote({ count }: { count: number }) {
  if (count === 0) return null;
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  return (
    <p>
      {recordingCountText(count)} {are} not fully stored. To keep {them}, download {them} before you leave.
    </p>
  );
}

type Props = {
  /** Number of this dialogue's recordings, stored or not. */
  count: number;
  unstored: number;
  answer: RecordingsChoice;
};

export function RecordingsChoiceField({ count, unstored, answer }: Props) {
  const name = useId();
  if (count === 0) return null;
  const { savedChoice, shouldRemove, setShouldRemove, shouldRemember, setShouldRemember } = answer;
  if (savedChoice === "keep") return <UnstoredNote count={unstored} />;
  const those = `${recordingCountText(count)} of this dialogue`;
  if (savedChoice === "remove")
    return <p>If you leave from here, Parlance removes {those}. You can change this in your profile.</p>;
  return (
    <fieldset className="recordings-question">
      <legend>Your {those}</legend>
      <label>
        <input type="radio" name={name} checked={!shouldRemove} onChange={() => setShouldRemove(false)} />
        {unstored > 0 ? "Keep what is stored on this device" : "Keep on this device"}
      </label>
      <label>
        <input type="radio" name={name} checked={shouldRemove} onChange={() => setShouldRemove(true)} />
        Remove
      </label>
      <label className="recordings-remember">
        <input type="checkbox" checked={shouldRemember} onChange={({ target }) => setShouldRemember(target.checked)} />
        Always do this.{shouldRemove && " “Back to Topics” then removes all your practice recordings."}
      </label>
      <UnstoredNote count={unstored} />
    </fieldset>
  );
}
