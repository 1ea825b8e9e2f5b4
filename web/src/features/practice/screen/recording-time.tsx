import { useEffect, useState } from "react";
import type { Observable } from "../../../browser/observable.ts";
import { recordingLengthText } from "../../recording/recording-labels.ts";

/** @param blocks changes with each recorded block */
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

export function RecordingTime({ blocks }: { blocks: Pick<Observable<unknown>, "subscribe"> }) {
  return (
    <span className="recording-time" role="timer" aria-live="off" aria-label="Time recorded">
      {recordingLengthText(useRecordedSeconds(blocks))}
    </span>
  );
}
