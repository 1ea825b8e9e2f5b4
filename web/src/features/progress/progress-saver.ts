import { segmentId } from "../../../../domain/content/scenario.ts";
import type { DialogueId } from "../../../../domain/practice/progress.ts";
import { serverNow } from "../../browser/server-time.ts";
import type { QueuedSave } from "./progress-queue.ts";
import { queueProgress } from "./progress-sending.ts";

/** What is worth storing about a segment; `index` counts from 0. */
export type SegmentProgress = { index: number; attempts: number; completed: boolean };

export type ProgressSaver = { save: (progress: SegmentProgress) => void };

export type ProgressSaverOptions = {
  userId: string;
  dialogue: DialogueId;
  /** Of the dialogue. */
  segmentCount: number;
  /** Told of everything that is stored. */
  onSave: (save: QueuedSave) => void;
};

let lastMs = 0;

/** The present, later than any answer before: the server goes by these times, and its own may be set back meanwhile. */
function nextTimestamp(): string {
  lastMs = Math.max(serverNow().getTime(), lastMs + 1);
  return new Date(lastMs).toISOString();
}

/** Stores a learner's progress with a dialogue: in this browser at once, with the server as soon as it can be reached. */
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
