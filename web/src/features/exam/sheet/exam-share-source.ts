import type { ExamAttempt, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markerOf } from "../../../../../domain/exam/exam-marking.ts";
import { isMarkingComplete } from "../../../../../domain/exam/exam-result.ts";
import type { ShareSource } from "../../sharing/share-source.ts";
import { type ExamRecording, loadExamRecordingFile } from "../recordings/exam-recordings.ts";

/** @param recordings the last recording of each segment */
export function examShareSource(
  attempt: ExamAttempt,
  recordings: readonly ExamRecording[],
  markings: readonly Marking[],
): ShareSource | null {
  if (recordings.length === 0) return null;
  const ownMarkings = markings.filter(({ changes }) => isOwnMarker(markerOf(changes)));
  return {
    subject: "exam",
    attemptId: attempt.attempt_id,
    hasMarks: ownMarkings.some(({ changes }) => isMarkingComplete(attempt, changes)),
    dialogues: attempt.dialogues.map(({ language, scenario_id, title, version }) => ({
      ...{ language, scenario_id, title },
      ...(version !== undefined && { version }),
    })),
    recordings: recordings.map(({ number, dialogue, segment, seconds }) => ({
      ...{ dialogue, segment, seconds },
      load: () => loadExamRecordingFile(number),
    })),
  };
}
