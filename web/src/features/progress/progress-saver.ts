import { segmentId } from "../../../../domain/content/scenario.ts";
import type { DialogueId } from "../../../../domain/practice/progress.ts";
import { serverNow } from "../../browser/server-time.ts";
import type { QueuedSave } from "./progress-queue.ts";
import { queueProgress } from "./progress-sending.ts";

/** `index` counts from 0. */
export type SegmentProgress = { index: number; attempts: number; completed: boolean };

export type ProgressSaver = { save: (progress: SegmentProgress) => void };

export type ProgressSaverOptions = {
  userId: string;
  dialogue: DialogueId;
  segmentCount: number;
  onSave: (save: QueuedSave) => void;
};

let lastMs = 0;

/**
 * The times in a tab increase, because the server orders saves by time, and the device's clock may be set back.
 */
function nextTimestamp(): string {
  lastMs = Math.max(serverNow().getTime(), lastMs + 1);
  return new Date(lastMs).toISOString();
}

export function createProgressSaver({ userId, dialogue, segmentCount, onSave }: ProgressSaverOptions): ProgressSaver {
  return {
    save: ({ index, attempts, completed }) => {
      const save: QueuedSave = {
        version: 1,
        ...dialogue,
        segmentId: segmentId(index),
        attempts,
        completed,
        last_attempt_at: nextTimestamp(),
        segment_count: segmentCount,
      };
      queueProgress(userId, save);
      onSave(save);
    },
  };
}
