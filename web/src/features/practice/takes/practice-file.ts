import { segmentId } from "../../../../../domain/content/scenario.ts";
import { saveZip, type ZipEntry } from "../../../browser/save-zip.ts";
import type { TakeRecord } from "../../recording/store/take-database.ts";
import { takeFileName } from "../../recording/take-labels.ts";
import { byDialogue } from "./internal/stored-takes.ts";
import { practiceRecordings, takeFile } from "./takes.ts";

/** The files of practice recordings, a folder for each dialogue. Throws where a recording cannot be read. */
export async function* practiceEntries(takes: readonly TakeRecord[]): AsyncGenerator<ZipEntry> {
  for (const { takes: ofDialogue } of byDialogue(takes)) {
    for (const { number, language, scenarioId, segmentIndex, attempt, recordedAt } of ofDialogue) {
      const sound = await takeFile(number);
      if (!sound) throw new Error("A recording cannot be read");
      const file = takeFileName(scenarioId, segmentId(segmentIndex), attempt);
      yield {
        name: `practice-${language}-${scenarioId}/${file}`,
        input: sound.data,
        lastModified: new Date(recordedAt),
      };
    }
  }
}

/** Saves all practice recordings of a learner on this device as a ZIP file, and returns their number. */
export async function savePractice(userId: string): Promise<number> {
  const { finished } = await practiceRecordings(userId);
  if (finished.length > 0) await saveZip("practice-recordings.zip", practiceEntries(finished));
  return finished.length;
}
