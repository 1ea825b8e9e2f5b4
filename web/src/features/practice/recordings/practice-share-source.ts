import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import type { StoredRecording } from "../../recording/store/recording-database.ts";
import type { ShareSource } from "../../sharing/share-source.ts";
import { listLearnerRecordings, loadRecordingAudio } from "./dialogue-recordings.ts";

function newestOfSegments(recordings: readonly StoredRecording[]): StoredRecording[] {
  const inOrder = recordings.toSorted((one, other) => one.recordedAt - other.recordedAt || one.number - other.number);
  const bySegment = new Map(inOrder.map((recording) => [recording.segmentIndex, recording]));
  return [...bySegment.values()].toSorted((one, other) => one.segmentIndex - other.segmentIndex);
}

export async function loadPracticeShareSource(userId: string, dialogue: DialogueId): Promise<ShareSource | null> {
  const all = await listLearnerRecordings(userId).catch(() => []);
  const ofDialogue = all.filter(
    ({ language, scenarioId }) => language === dialogue.language && scenarioId === dialogue.scenarioId,
  );
  const recordings = newestOfSegments(ofDialogue);
  const [first] = recordings;
  if (!first) return null;
  return {
    subject: "dialogue",
    hasMarks: false,
    dialogues: [{ language: dialogue.language, scenario_id: dialogue.scenarioId, title: first.title }],
    recordings: recordings.map(({ number, segmentIndex, durationSeconds }) => ({
      dialogue: 0,
      segment: segmentIndex,
      seconds: durationSeconds,
      load: () => loadRecordingAudio(number),
    })),
  };
}
