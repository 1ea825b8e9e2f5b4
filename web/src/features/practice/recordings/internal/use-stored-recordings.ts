import { useEffect, useState } from "react";
import { withUniqueAttempts } from "../../../../../../domain/practice/practice.ts";
import { onRecordingsChanged } from "../../../recording/store/learner-recordings.ts";
import type { StoredRecording } from "../../../recording/store/recording-database.ts";
import { listLearnerRecordings } from "../dialogue-recordings.ts";

export type DialogueRecordingGroup = {
  key: string;
  title: string;
  language: StoredRecording["language"];
  scenarioId: string;
  recordings: readonly StoredRecording[];
};

export function groupByDialogue(records: readonly StoredRecording[]): DialogueRecordingGroup[] {
  const segments = Map.groupBy(
    records,
    (recording) => `${recording.language} ${recording.scenarioId} ${recording.segmentIndex}`,
  );
  const named = [...segments.values()].flatMap(withUniqueAttempts);
  const newestFirst = named.toSorted((a, b) => b.recordedAt - a.recordedAt || b.number - a.number);
  const groups = Map.groupBy(newestFirst, ({ language, scenarioId }) => `${language} ${scenarioId}`);
  return [...groups].flatMap(([key, recordings]) => {
    const [newest] = recordings;
    if (!newest) return [];
    const { title, language, scenarioId } = newest;
    return [{ key, title, language, scenarioId, recordings }];
  });
}

export type StoredRecordingsState =
  | { kind: "loading" }
  | { kind: "failed" }
  | { kind: "ready"; recordings: readonly StoredRecording[] };

export function useStoredRecordings(userId: string): StoredRecordingsState {
  const [state, setState] = useState<StoredRecordingsState>({ kind: "loading" });
  useEffect(() => {
    let over = false;
    const show = (next: StoredRecordingsState) => over || setState(next);
    const read = () =>
      listLearnerRecordings(userId).then(
        (recordings) => show({ kind: "ready", recordings }),
        () => show({ kind: "failed" }),
      );
    void read();
    const stopHearing = onRecordingsChanged(userId, () => void read());
    return () => {
      over = true;
      stopHearing();
    };
  }, [userId]);
  return state;
}
