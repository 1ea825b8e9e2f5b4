import { useEffect, useState } from "react";
import { bytesOf } from "../../recording/store/take-cap.ts";
import { recordings, takeSize } from "../../recording/take-labels.ts";
import { allMockTakes, hearMockTakes, type MockTake } from "../takes/mock-takes.ts";
import { ForgetfulBrowser } from "./forgetful-browser.tsx";
import { SaveMocks } from "./save-mocks.tsx";
import "./exam-run.css";

/** What was said in mocks and is on this device, kept up to date; null while that is not known. */
function useKeptTakes(userId: string): readonly MockTake[] | null {
  const [takes, setTakes] = useState<readonly MockTake[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = () =>
      allMockTakes(userId).then(
        (found) => isOver || setTakes(found),
        // A browser that stores nothing has nothing.
        () => isOver || setTakes([]),
      );
    void read();
    const stopHearing = hearMockTakes(userId, () => void read());
    return () => {
      isOver = true;
      stopHearing();
    };
  }, [userId]);
  return takes;
}

type Props = {
  userId: string;
  /** The ids of the mocks that are yet to be marked. */
  unmarked: ReadonlySet<string>;
};

/** How much was said in mocks on this device, the way to take it away, and a warning where it would go by itself. */
export function KeptRecordings({ userId, unmarked }: Props) {
  const takes = useKeptTakes(userId);
  if (!takes || takes.length === 0) return null;
  const waits = takes.some(({ attemptId }) => unmarked.has(attemptId));
  return (
    <section className="exam-kept" aria-label="Recordings on this device">
      <p>
        What you said is on this device alone: {recordings(takes.length)}, {takeSize(bytesOf(takes))}.
      </p>
      {waits && <ForgetfulBrowser />}
      <SaveMocks userId={userId} />
    </section>
  );
}
