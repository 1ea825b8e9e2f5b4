import { segmentId } from "../../../../../domain/content/scenario.ts";
import type { RecordingRef } from "../../../../../domain/practice/practice.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { recordingFileName } from "../../recording/recording-labels.ts";
import type { Studio } from "../studio/studio.ts";

export type SegmentPosition = { scenarioId: string; index: number };

export async function downloadRecording(
  { recordings }: Studio,
  { scenarioId, index }: SegmentPosition,
  { number, attempt }: RecordingRef,
): Promise<void> {
  const sound = await recordings.loadAudio(number);
  if (!sound) showToast(messages.recordingNotSaved);
  else saveFile(recordingFileName(scenarioId, segmentId(index), attempt), sound);
}
