import { finaliseDelayMs, type PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import type { Hearing } from "../../../../audio/hearing.ts";
import { createLivePeaks } from "../../../../audio/live-peaks.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import { messages } from "../../../../messages.ts";
import { showToast } from "../../../../ui/toasts.ts";
import type { Interruption, Recorder } from "../../../recording/microphone/recorder.ts";
import type { Take } from "../../../recording/microphone/take-buffer.ts";
import { createRecording, type Recording } from "../../../recording/recording.ts";
import type { TakeJournal } from "../../../recording/store/take-journal.ts";
import { gapsText, takeLength } from "../../../recording/take-labels.ts";
import type { KeepOutcome, Takes } from "../../takes/takes.ts";

/** What the microphone hears now. `peaks` is one array that changes; `blocks` grows with each change. */
export type LiveRecording = { peaks: () => Float32Array; hearing: () => Hearing; blocks: Observable<number> };

type Parts = { recorder: Recorder; takes: Takes; send: (event: PracticeEvent) => void };

export type SegmentRecording = Pick<Recording<TakeJournal>, "breakOff" | "abandon"> & {
  live: LiveRecording;
  /** Begins a take of a segment that keeps everything said since `since`, in ms of `performance.now()`. */
  start: (index: number, attempt: number, since: number) => Promise<void>;
  /** Ends the take and stores it; shows as processing for a moment at least. */
  finish: () => Promise<void>;
  discard: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function keptMessage(kept: KeepOutcome, { interrupted, gaps }: Take, reason: Interruption | undefined) {
  if (kept.kind === "held") {
    if (kept.reason === "unavailable") return messages.recordingNotStored;
    return messages.storageFull(kept.notedSeconds > 0 ? takeLength(kept.notedSeconds) : null);
  }
  if (gapsText(gaps)) return messages.recordingIncomplete;
  if (!interrupted) return messages.recordingCompleted;
  return reason === "limit" ? messages.recordingLimit : messages.recordingLost;
}

/** Records the learner; what becomes of a take is told as practice events. */
export function openRecording({ recorder, takes, send }: Parts): SegmentRecording {
  let livePeaks = createLivePeaks();
  let interruption: Interruption | undefined;
  const blocks = createObservable(0);

  const recording = createRecording<TakeJournal, KeepOutcome>({
    recorder,
    measure: "ended-to-first-sample",
    keep: takes.keep,
    keepNoted: takes.keepNoted,
    onStartFailed: () => {
      showToast(messages.recordingError);
      send({ type: "recording-failed" });
    },
    onInterrupted: (reason) => {
      interruption = reason;
      send({ type: "recording-interrupted" });
    },
    onKept: (kept, take) => {
      showToast(keptMessage(kept, take, interruption));
      send({ type: "take-saved", take: kept.take });
    },
    onLost: (journal) => {
      void journal?.discard();
      showToast(messages.recordingError);
      send({ type: "take-lost" });
    },
  });

  const start = (index: number, attempt: number, since: number) => {
    livePeaks = createLivePeaks();
    interruption = undefined;
    return recording.start({
      since,
      begin: () => takes.begin(index, attempt),
      onLevel: ({ peak }) => {
        livePeaks.add(peak);
        blocks.set(blocks.get() + 1);
      },
    });
  };

  return {
    live: { peaks: () => livePeaks.peaks, hearing: () => livePeaks, blocks },
    start,
    finish: () => recording.finish(wait(finaliseDelayMs)),
    discard: () => void recording.cancel()?.discard(),
    breakOff: recording.breakOff,
    abandon: recording.abandon,
  };
}
