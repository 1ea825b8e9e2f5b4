import { segmentId } from "../../../../domain/content/scenario.ts";
import type { Dialogue } from "../../../../domain/practice/progress.ts";
import { serverNow } from "../../browser/server-time.ts";
import type { WaitingSave } from "./progress-queue.ts";
import { keepProgress } from "./progress-sending.ts";

/** What is worth storing about a segment; `index` counts from 0. */
export type SegmentProgress = { index: number; attempts: number; completed: boolean };

export type ProgressKeeper = { save: (progress: SegmentProgress) => void };

export type ProgressKeeperOptions = {
  userId: string;
  dialogue: Dialogue;
  /** Of the dialogue. */
  segmentCount: number;
  /** Told of everything that is stored. */
  onSave: (save: WaitingSave) => void;
};

let lastMs = 0;

/** The present, later than any answer before: the server goes by these times, and its own may be set back meanwhile. */
function nextInstant(): string {
  lastMs = Math.max(serverNow().getTime(), lastMs + 1);
  return new Date(lastMs).toISOString();
}

/** Stores a learner's progress with a dialogue: in this browser at once, with the server as soon as it can be reached. */
export function openProgressKeeper({ userId, dialogue, segmentCount, onSave }: ProgressKeeperOptions): ProgressKeeper {
  return {
    save: ({ index, attempts, completed }) => {
      const save: WaitingSave = {
        version: 1,
        ...dialogue,
        segmentId: segmentId(index),
        attempts,
        completed,
        last_attempt_at: nextInstant(),
        segment_count: segmentCount,
      };
      keepProgress(userId, save);
      onSave(save);
    },
  };
}
