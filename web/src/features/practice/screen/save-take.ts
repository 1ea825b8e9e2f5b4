import { segmentId } from "../../../../../domain/content/scenario.ts";
import type { TakeRef } from "../../../../../domain/practice/practice.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { takeFileName } from "../../recording/take-labels.ts";
import type { Studio } from "../studio/studio.ts";

/** Where in the learner's dialogues a take belongs. */
export type TakePlace = { scenarioId: string; index: number };

/** Saves a take to a file, or says that it could not be read. */
export async function saveTake(
  { takes }: Studio,
  { scenarioId, index }: TakePlace,
  { number, attempt }: TakeRef,
): Promise<void> {
  const sound = await takes.sound(number);
  if (!sound) showToast(messages.recordingNotSaved);
  else saveFile(takeFileName(scenarioId, segmentId(index), attempt), sound);
}
