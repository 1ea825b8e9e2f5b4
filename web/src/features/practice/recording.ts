import { finaliseDelayMs, type PracticeEvent } from "../../../../domain/practice.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import type { Hearing } from "./audio/hearing.ts";
import { createLivePeaks } from "./audio/live-peaks.ts";
import type { Recorder } from "./audio/recorder.ts";
import { createObservable, type Observable } from "./observable.ts";
import type { Takes } from "./takes.ts";

/** What the microphone hears now. `peaks` is one array that changes; `blocks` grows with each change. */
export type LiveRecording = { peaks: () => Float32Array; hearing: () => Hearing; blocks: Observable<number> };

type Parts = { recorder: Recorder; takes: Takes; send: (event: PracticeEvent) => void };

export type Recording = {
  live: LiveRecording;
  /** Begins a take that keeps everything said since `since`, in ms of `performance.now()`. */
  start: (since: number) => Promise<void>;
  /** Ends the take and stores it; shows as processing for a moment at least. */
  finish: (index: number, attempt: number) => Promise<void>;
  discard: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Records the learner; what becomes of a take is told as practice events. */
export function openRecording({ recorder, takes, send }: Parts): Recording {
  let livePeaks = createLivePeaks();
  const blocks = createObservable(0);

  const start = async (since: number) => {
    livePeaks = createLivePeaks();
    try {
      const started = await recorder.start({
        since,
        onLevel: ({ peak }) => {
          livePeaks.add(peak);
          blocks.set(blocks.get() + 1);
        },
        onInterrupted: () => {
          showToast(messages.recordingLost);
          send({ type: "finish-attempt" });
        },
      });
      if (started.outcome === "recording") {
        performance.measure("ended-to-first-sample", { start: since, end: started.firstSampleAt });
      }
    } catch {
      showToast(messages.recordingError);
      send({ type: "recording-failed" });
    }
  };

  const finish = async (index: number, attempt: number) => {
    try {
      const [take] = await Promise.all([recorder.finish(), wait(finaliseDelayMs)]);
      const kept = await takes.keep(index, { attempt, wav: take.wav, durationSeconds: take.durationSeconds });
      showToast(kept ? messages.recordingCompleted : messages.recordingNotKept);
      send({ type: "take-saved" });
    } catch {
      showToast(messages.recordingError);
      send({ type: "take-lost" });
    }
  };

  return {
    live: { peaks: () => livePeaks.peaks, hearing: () => livePeaks, blocks },
    start,
    finish,
    discard: () => recorder.cancel(),
  };
}
