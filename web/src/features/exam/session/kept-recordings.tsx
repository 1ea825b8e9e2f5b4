import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { serverNow } from "../../../browser/server-time.ts";
import { sizeText } from "../../../ui/size-text.ts";
import { isRemovedBySafari } from "../../content/kept-text.ts";
import { recordingCountText } from "../../recording/recording-labels.ts";
import { SaveAsZipButton, useZipMutation } from "../../recording/save-as-zip.tsx";
import { sumBytes } from "../../recording/store/recording-eviction.ts";
import { type ExamRecording, loadAllExamRecordings, onExamRecordingsChanged } from "../recordings/exam-recordings.ts";
import { saveExamsAsZip } from "./exam-zip.ts";
import "./exam-run.css";

/**
 * Safari on iPhones and iPads deletes a site's data after this number of days on which Safari was used, but the site
 * was not:
 * https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 */
const storageExpiryDays = 7;

const dayFormat = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });

export function StorageExpiryWarning() {
  if (!isRemovedBySafari()) return null;
  const goesAt = serverNow().getTime() + storageExpiryDays * 24 * 60 * 60_000;
  return (
    <p className="exam-forgetful" role="note">
      iPhones and iPads can delete a site’s data {storageExpiryDays} days after your last visit. Before{" "}
      {dayFormat.format(goesAt)}, visit Parlance again or save your recordings to a file.
    </p>
  );
}

type SaveProps = {
  userId: string;
  attemptId?: string;
};

export function SaveExamsButton({ userId, attemptId }: SaveProps) {
  const queries = useQueryClient();
  return <SaveAsZipButton saving={useZipMutation(() => saveExamsAsZip(queries, userId, attemptId))} />;
}

function useAllExamRecordings(userId: string): readonly ExamRecording[] | null {
  const [recordings, setRecordings] = useState<readonly ExamRecording[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const read = () =>
      loadAllExamRecordings(userId).then(
        (found) => isOver || setRecordings(found),
        // A browser without storage has no stored recordings.
        () => isOver || setRecordings([]),
      );
    void read();
    const stopHearing = onExamRecordingsChanged(userId, () => void read());
    return () => {
      isOver = true;
      stopHearing();
    };
  }, [userId]);
  return recordings;
}

type Props = {
  userId: string;
  /** Ids of exam attempts. */
  unmarked: ReadonlySet<string>;
};

export function KeptRecordings({ userId, unmarked }: Props) {
  const recordings = useAllExamRecordings(userId);
  if (!recordings || recordings.length === 0) return null;
  const waits = recordings.some(({ attemptId }) => unmarked.has(attemptId));
  return (
    <section className="exam-kept" aria-label="Exam recordings in this browser">
      <p>
        Exam recordings in this browser: {recordingCountText(recordings.length)}, {sizeText(sumBytes(recordings))}.
      </p>
      {waits && <StorageExpiryWarning />}
      <SaveExamsButton userId={userId} />
    </section>
  );
}
