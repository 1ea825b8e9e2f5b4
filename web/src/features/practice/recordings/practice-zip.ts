import { segmentId } from "../../../../../domain/content/scenario.ts";
import { saveZip, type ZipEntry } from "../../../browser/save-zip.ts";
import { recordingFileName } from "../../recording/recording-labels.ts";
import type { StoredRecording } from "../../recording/store/recording-database.ts";
import { loadPracticeRecordings, loadRecordingAudio } from "./dialogue-recordings.ts";
import { groupByDialogue } from "./internal/use-stored-recordings.ts";

/** @throws Error if a recording cannot be read */
export async function* recordingZipEntries(recordings: readonly StoredRecording[]): AsyncGenerator<ZipEntry> {
  for (const { recordings: ofDialogue } of groupByDialogue(recordings)) {
    for (const { number, language, scenarioId, segmentIndex, attempt, recordedAt } of ofDialogue) {
      const sound = await loadRecordingAudio(number);
      if (!sound) throw new Error("A recording cannot be read");
      const file = recordingFileName(scenarioId, segmentId(segmentIndex), attempt);
      yield {
        name: `practice-${language}-${scenarioId}/${file}`,
        input: sound.data,
        lastModified: new Date(recordedAt),
      };
    }
  }
}

export async function savePracticeZip(userId: string): Promise<number> {
  const { finished } = await loadPracticeRecordings(userId);
  if (finished.length > 0) await saveZip("practice-recordings.zip", recordingZipEntries(finished));
  return finished.length;
}
