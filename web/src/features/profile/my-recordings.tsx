import { useObservable } from "../../browser/observable.ts";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { StoredRecordings } from "../practice/takes/stored-recordings.tsx";
import { type LeavingChoice, leavingChoice } from "../practice/takes/takes.ts";

const options: readonly { value: LeavingChoice; label: string; detail: string }[] = [
  { value: "ask", label: "Ask me", detail: "Each time there is something to lose." },
  { value: "keep", label: "Keep them", detail: "Until you delete them or log out." },
  { value: "remove", label: "Remove them", detail: "Without asking again." },
];

/** What is recorded in this browser, and what becomes of it. */
export function MyRecordings({ userId }: { userId: string }) {
  const choice = useObservable(leavingChoice);
  return (
    <section aria-labelledby="recordings-heading">
      <h2 id="recordings-heading">Recordings</h2>
      <p>
        Your voice is kept by this browser alone. When there is no more room for a new recording, those that you have
        not used for longest go first. Logging out deletes them all, after asking you.
      </p>
      <ChoiceGroup
        legend="When you go back to the topics, or home from a dialogue"
        options={options}
        value={choice}
        onChange={leavingChoice.set}
      />
      <StoredRecordings userId={userId} />
    </section>
  );
}
