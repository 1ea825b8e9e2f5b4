import { finaliseDelayMs, type PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import type { LevelMonitor } from "../../../../audio/level-monitor.ts";
import { createLivePeaks } from "../../../../audio/live-peaks.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import { messages } from "../../../../messages.ts";
import { showToast } from "../../../../ui/toasts.ts";
import { createJournaledRecorder, type JournaledRecorder } from "../../../recording/journaled-recorder.ts";
import type { InterruptionReason, Recorder } from "../../../recording/microphone/recorder.ts";
import type { FinishedRecording } from "../../../recording/microphone/recording-buffer.ts";
import { gapsText, recordingLengthText } from "../../../recording/recording-labels.ts";
import type { RecordingJournal } from "../../../recording/store/recording-journal.ts";
import type { DialogueRecordings, SaveOutcome } from "../../recordings/dialogue-recordings.ts";

/**
 * `peaks` returns the same array throughout a recording, and new sound changes the array. `blocks` notifies after each
 * block of samples.
 */
export type LiveRecording = { peaks: () => Float32Array; levelMonitor: () => LevelMonitor; blocks: Observable<number> };

type Dependencies = { recorder: Recorder; recordings: DialogueRecordings; send: (event: PracticeEvent) => void };

export type SegmentRecorder = Pick<JournaledRecorder<RecordingJournal>, "interrupt" | "savePartial"> & {
  liveRecording: LiveRecording;
  /** `since` is as in `StartOptions`. */
  start: (index: number, attempt: number, since: number) => Promise<void>;
  finish: () => Promise<void>;
  discard: () => void;
};

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function saveOutcomeMessage(
  kept: SaveOutcome,
  { interrupted, gaps }: FinishedRecording,
  reason: InterruptionReason | undefined,
) {
  if (kept.kind === "unsaved") {
    if (kept.reason === "unavailable") return messages.recordingNotStored;
    return messages.storageFull(kept.notedSeconds > 0 ? recordingLengthText(kept.notedSeconds) : null);
  }
  if (gapsText(gaps)) return messages.recordingIncomplete;
  if (!interrupted) return messages.recordingCompleted;
  return reason === "limit" ? messages.recordingLimit : messages.recordingInterrupted;
}

export function createSegmentRecorder({ recorder, recordings, send }: Dependencies): SegmentRecorder {
  let livePeaks = createLivePeaks();
  let interruption: InterruptionReason | undefined;
  const blocks = createObservable(0);

  const recording = createJournaledRecorder<RecordingJournal, SaveOutcome>({
    recorder,
    measureName: "ended-to-first-sample",
    save: recordings.save,
    savePartial: recordings.saveInterrupted,
    onStartFailed: () => {
      showToast(messages.recordingNotStarted);
      send({ type: "recording-failed" });
    },
    onInterrupted: (reason) => {
      interruption = reason;
      send({ type: "recording-interrupted" });
    },
    onSaved: (kept, audio) => {
      showToast(saveOutcomeMessage(kept, audio, interruption));
      send({ type: "recording-saved", recording: kept.recording });
    },
    onLost: (journal) => {
      void journal?.discard();
      showToast(messages.recordingNotStarted);
      send({ type: "recording-lost" });
    },
  });

  const start = (index: number, attempt: number, since: number) => {
    livePeaks = createLivePeaks();
    interruption = undefined;
    return recording.start({
      since,
      createJournal: () => recordings.startJournal(index, attempt),
      onLevel: ({ peak }) => {
        livePeaks.add(peak);
        blocks.set(blocks.get() + 1);
      },
    });
  };

  return {
    liveRecording: { peaks: () => livePeaks.peaks, levelMonitor: () => livePeaks, blocks },
    start,
    finish: () => recording.finish(delay(finaliseDelayMs)),
    discard: () => void recording.cancel()?.discard(),
    interrupt: recording.interrupt,
    savePartial: recording.savePartial,
  };
}
