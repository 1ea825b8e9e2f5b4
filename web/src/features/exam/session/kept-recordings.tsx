import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isAppleHandheld } from "../../../audio/playback-while-recording.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { recordingCountText, recordingSizeText } from "../../recording/recording-labels.ts";
import { SaveAsZipButton, useZipMutation } from "../../recording/save-as-zip.tsx";
import { sumBytes } from "../../recording/store/recording-eviction.ts";
import { type ExamRecording, loadAllExamRecordings, onExamRecordingsChanged } from "../recordings/exam-recordings.ts";
import { saveExamsAsZip } from "./exam-zip.ts";
import "./exam-run.css";

/** After so many days without a visit such a browser removes all that a site has stored. */
const storageExpiryDays = 7;

const dayFormat = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });

/** Warns, on an iPhone or iPad, that what was said goes by itself, and by when; nothing elsewhere. */
export function StorageExpiryWarning() {
  if (!isAppleHandheld(navigator)) return null;
  const goesAt = serverNow().getTime() + storageExpiryDays * 24 * 60 * 60_000;
  return (
    <p className="exam-forgetful" role="note">
      iPhones and iPads delete a site’s data {storageExpiryDays} days after your last visit. Before{" "}
      {dayFormat.format(goesAt)}, mark your exam, visit Parlance again, or save your recordings to a file.
    </p>
  );
}

type SaveProps = { userId: string /** Of one mock; all if not given. */; attemptId?: string };

/** Saves what was said in mocks to a file. */
export function SaveExamsButton({ userId, attemptId }: SaveProps) {
  const queries = useQueryClient();
  return <SaveAsZipButton saving={useZipMutation(() => saveExamsAsZip(queries, userId, attemptId))} />;
}

/** What was said in mocks and is on this device, kept up to date; null while that is not known. */
function useAllExamRecordings(userId: string): readonly ExamRecording[] | null {
  const [takes, setTakes] = useState<readonly ExamRecording[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = () =>
      loadAllExamRecordings(userId).then(
        (found) => isOver || setTakes(found),
        // A browser that stores nothing has nothing.
        () => isOver || setTakes([]),
      );
    void read();
    const stopHearing = onExamRecordingsChanged(userId, () => void read());
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
  const takes = useAllExamRecordings(userId);
  if (!takes || takes.length === 0) return null;
  const waits = takes.some(({ attemptId }) => unmarked.has(attemptId));
  return (
    <section className="exam-kept" aria-label="Recordings on this device">
      <p>
        Your exam recordings are on this device only: {recordingCountText(takes.length)},{" "}
        {recordingSizeText(sumBytes(takes))}.
      </p>
      {waits && <StorageExpiryWarning />}
      <SaveExamsButton userId={userId} />
    </section>
  );
}
