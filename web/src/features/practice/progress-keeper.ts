import { segmentId } from "../../../../domain/scenario.ts";
import { callApi } from "../../api.ts";
import { serverNow } from "../../server-time.ts";

/** What is worth storing about a segment; `index` counts from 0. */
export type SegmentProgress = { index: number; attempts: number; completed: boolean };

export type ProgressKeeper = { save: (progress: SegmentProgress) => void };

/** Stores progress with the server, one call after the other; failures are only logged. */
export function openProgressKeeper(scenarioId: string): ProgressKeeper {
  let last: Promise<unknown> = Promise.resolve();
  const send = ({ index, attempts, completed }: SegmentProgress, at: Date) =>
    callApi("save-progress", {
      params: { scenarioId, segmentId: segmentId(index) },
      body: { attempts, completed, last_attempt_at: at.toISOString() },
    });
  return {
    save: (progress) => {
      const at = serverNow();
      last = last
        .then(() => send(progress, at))
        // biome-ignore lint/suspicious/noConsole: the product promises that a failed save is logged.
        .catch((error: unknown) => console.warn("Progress was not saved", error));
    },
  };
}
