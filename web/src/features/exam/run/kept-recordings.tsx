import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isAppleHandheld } from "../../../audio/playback-while-recording.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { SaveAsZip, useZipSaving } from "../../recording/save-as-zip.tsx";
import { bytesOf } from "../../recording/store/take-cap.ts";
import { recordings, takeSize } from "../../recording/take-labels.ts";
import { allMockTakes, hearMockTakes, type MockTake } from "../takes/mock-takes.ts";
import { saveMocks } from "./mock-file.ts";
import "./exam-run.css";

/** After so many days without a visit such a browser removes all that a site has stored. */
const forgottenAfterDays = 7;

const dayName = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });

/** Warns, on an iPhone or iPad, that what was said goes by itself, and by when; nothing elsewhere. */
export function ForgetfulBrowser() {
  if (!isAppleHandheld(navigator)) return null;
  const goesAt = serverNow().getTime() + forgottenAfterDays * 24 * 60 * 60_000;
  return (
    <p className="exam-forgetful" role="note">
      iPhones and iPads delete a site’s data {forgottenAfterDays} days after your last visit. Before{" "}
      {dayName.format(goesAt)}, mark your exam, visit Parlance again, or save your recordings to a file.
    </p>
  );
}

type SaveProps = { userId: string /** Of one mock; all if not given. */; attemptId?: string };

/** Saves what was said in mocks to a file. */
export function SaveMocks({ userId, attemptId }: SaveProps) {
  const queries = useQueryClient();
  return <SaveAsZip saving={useZipSaving(() => saveMocks(queries, userId, attemptId))} />;
}

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
        Your exam recordings are on this device only: {recordings(takes.length)}, {takeSize(bytesOf(takes))}.
      </p>
      {waits && <ForgetfulBrowser />}
      <SaveMocks userId={userId} />
    </section>
  );
}
