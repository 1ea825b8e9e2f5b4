import { useId, useState } from "react";
import { useObservable } from "../../../browser/observable.ts";
import { recordings } from "../../recording/take-labels.ts";
import { type LeavingChoice, leavingChoice } from "../takes/takes.ts";

export type RecordingsAnswer = {
  /** The learner's choice for all dialogues. */
  standing: LeavingChoice;
  removes: boolean;
  setRemoves: (removes: boolean) => void;
  remembers: boolean;
  setRemembers: (remembers: boolean) => void;
  /** Stores an answer that is to hold from now on. @returns whether the recordings go */
  settle: () => boolean;
};

/** The answer of a learner who finishes a dialogue: to keep its recordings, unless they say otherwise. */
export function useRecordingsAnswer(): RecordingsAnswer {
  const standing = useObservable(leavingChoice);
  const [removes, setRemoves] = useState(false);
  const [remembers, setRemembers] = useState(false);
  const settle = () => {
    if (standing !== "ask") return standing === "remove";
    if (remembers) leavingChoice.set(removes ? "remove" : "keep");
    return removes;
  };
  return { standing, removes, setRemoves, remembers, setRemembers, settle };
}

type Props = { count: number; answer: RecordingsAnswer };

/** Asks what happens to the recordings of the dialogue, or says what the learner has chosen before. */
export function RecordingsQuestion({ count, answer }: Props) {
  const name = useId();
  if (count === 0) return null;
  const { standing, removes, setRemoves, remembers, setRemembers } = answer;
  const those = `${recordings(count)} of this dialogue`;
  if (standing === "keep") return <p>This device keeps your {those}.</p>;
  if (standing === "remove") return <p>When you leave, Parlance removes your {those}, as you chose in your profile.</p>;
  return (
    <fieldset className="recordings-question">
      <legend>Your {those}</legend>
      <label>
        <input type="radio" name={name} checked={!removes} onChange={() => setRemoves(false)} />
        Keep on this device
      </label>
      <label>
        <input type="radio" name={name} checked={removes} onChange={() => setRemoves(true)} />
        Remove
      </label>
      <label className="recordings-remember">
        <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
        Always do this. You can change it in your profile.
      </label>
    </fieldset>
  );
}
