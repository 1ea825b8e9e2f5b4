import { finaliseDelayMs, type PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import type { LevelMonitor } from "../../../../audio/level-monitor.ts";
import { createLivePeaks } from "../../../../audio/live-peaks.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import { messages } from "../../../../messages.ts";
import { showToast } from "../../../../ui/toasts.ts";
import { createJournaledRecorder, type JournaledRecorder } from "../../../recording/journaled-recorder.ts";
import type { InterruptionReason, Recorder } from "../../../recording/microphone/recorder.ts";
import type { FinishedRecording } from "../../../recording/microphone/recording-buffer.ts";
import { gapsText } from "../../../recording/recording-labels.ts";
import type { RecordingJournal } from "../../../recording/store/recording-journal.ts";
import type { DialogueRecordings, SaveOutcome } from "../../recordings/dialogue-recordings.ts";

/**
 * `peaks` returns the same array throughout a recording, and new sound changes the array. `blocks` notifies after each
 * block of samples.
 */
export type LiveRecording = { peaks: () => Float32Array; levelMonitor: () => LevelMonitor; blocks: Observable<number> };

type Dependencies = { recorder: Recorder; recordings: DialogueRecordings; send: (event: PracticeEvent) => void };

export type SegmentRecorder = Pick<JournaledRecorder<RecordingJournal, SaveOutcome>, "savePartial"> & {
  liveRecording: LiveRecording;
  /** `since` is as in `StartOptions`. */
  start: (index: number, attempt: number, since: number) => Promise<void>;
  finish: () => Promise<void>;
  /**
   * Saves a running recording, or waits for a save in progress. A recording that the store refuses is added to the
   * practice, because it would be lost if the learner left now.
   */
  interrupt: () => Promise<void>;
  discard: () => void;
};

type UnsavedOutcome = SaveOutcome & { kind: "unsaved" };

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function refusalMessage({ reason }: UnsavedOutcome) {
  return reason === "unavailable" ? messages.recordingNotStored : messages.storageFull;
}

function saveOutcomeMessage(
  kept: SaveOutcome,
  { interrupted, gaps }: FinishedRecording,
  reason: InterruptionReason | undefined,
) {
  if (kept.kind === "unsaved") return refusalMessage(kept);
  if (gapsText(gaps)) return messages.recordingIncomplete;
  if (!interrupted) return messages.recordingCompleted;
  return reason === "limit" ? messages.recordingLimit : messages.recordingInterrupted;
}

export function createSegmentRecorder({ recorder, recordings, send }: Dependencies): SegmentRecorder {
  let livePeaks = createLivePeaks();
  let interruption: InterruptionReason | undefined;
  let refused: UnsavedOutcome | undefined;
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

  const finish = async () => {
    if (!refused) return recording.finish(delay(finaliseDelayMs));
    showToast(refusalMessage(refused));
    send({ type: "recording-saved", recording: refused.recording });
  };

  const interrupt = async () => {
    const kept = await recording.interrupt();
    if (kept?.kind !== "unsaved") return;
    refused = kept;
    // Causes a call of `finish`, as after any other interruption.
    send({ type: "recording-interrupted" });
    refused = undefined;
  };

  return {
    liveRecording: { peaks: () => livePeaks.peaks, levelMonitor: () => livePeaks, blocks },
    start,
    finish,
    discard: () => void recording.cancel()?.discard(),
    interrupt,
    savePartial: recording.savePartial,
  };
}
