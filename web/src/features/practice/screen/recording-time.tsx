import { useEffect, useState } from "react";
import type { Observable } from "../../../browser/observable.ts";
import { recordingLengthText } from "../../recording/recording-labels.ts";

/** @param blocks changes with each block of sound that is recorded; nothing counts before the first. */
function useRecordedSeconds(blocks: Pick<Observable<unknown>, "subscribe">): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let startedAt: number | undefined;
    return blocks.subscribe(() => {
      const now = performance.now();
      startedAt ??= now;
      setSeconds(Math.floor((now - startedAt) / 1000));
    });
  }, [blocks]);
  return seconds;
}

/** For how long the take has been recorded, as "0:12"; there to be looked up, never read out by itself. */
export function RecordingTime({ blocks }: { blocks: Pick<Observable<unknown>, "subscribe"> }) {
  return (
    <span className="recording-time" role="timer" aria-live="off" aria-label="Time recorded">
      {recordingLengthText(useRecordedSeconds(blocks))}
    </span>
  );
}
