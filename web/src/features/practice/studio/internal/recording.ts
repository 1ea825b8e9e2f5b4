import { finaliseDelayMs, type PracticeEvent } from "../../../../../../domain/practice/practice.ts";
import type { Hearing } from "../../../../audio/hearing.ts";
import { createLivePeaks } from "../../../../audio/live-peaks.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import { messages } from "../../../../messages.ts";
import { showToast } from "../../../../ui/toasts.ts";
import type { Interruption, Recorder } from "../../../recording/microphone/recorder.ts";
import { RecorderError } from "../../../recording/microphone/recorder-error.ts";
import type { Take } from "../../../recording/microphone/take-buffer.ts";
import type { TakeJournal } from "../../../recording/store/take-journal.ts";
import { gapsText } from "../../../recording/take-gaps.ts";
import { takeLength } from "../../../recording/take-labels.ts";
import type { KeepOutcome, Takes } from "../../takes/takes.ts";

/** What the microphone hears now. `peaks` is one array that changes; `blocks` grows with each change. */
export type LiveRecording = { peaks: () => Float32Array; hearing: () => Hearing; blocks: Observable<number> };

type Parts = { recorder: Recorder; takes: Takes; send: (event: PracticeEvent) => void };

export type Recording = {
  live: LiveRecording;
  /** Begins a take of a segment that keeps everything said since `since`, in ms of `performance.now()`. */
  start: (index: number, attempt: number, since: number) => Promise<void>;
  /** Ends the take and stores it; shows as processing for a moment at least. */
  finish: () => Promise<void>;
  discard: () => void;
  /** Ends the take and keeps what was said so far, without a word; settles when nothing is left to be stored. */
  breakOff: () => Promise<void>;
  /** Keeps what was noted so far, for a page that goes at once. */
  abandon: () => void;
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
export function openRecording({ recorder, takes, send }: Parts): Recording {
  let livePeaks = createLivePeaks();
  let journal: TakeJournal | undefined;
  let interruption: Interruption | undefined;
  let finishing: Promise<void> = Promise.resolve();
  const blocks = createObservable(0);

  /** Whoever takes the journal decides what becomes of it. */
  const takeJournal = () => {
    const taken = journal;
    journal = undefined;
    return taken;
  };

  const start = async (index: number, attempt: number, since: number) => {
    livePeaks = createLivePeaks();
    interruption = undefined;
    let opened: TakeJournal | undefined;
    try {
      const started = await recorder.start({
        since,
        onBlock: (samples, losses) => {
          if (!opened) journal = opened = takes.begin(index, attempt);
          opened.add(samples, losses);
        },
        onLevel: ({ peak }) => {
          livePeaks.add(peak);
          blocks.set(blocks.get() + 1);
        },
        onInterrupted: (reason) => {
          interruption = reason;
          send({ type: "recording-interrupted" });
        },
      });
      if (started.outcome === "recording") {
        performance.measure("ended-to-first-sample", { start: since, end: Math.max(since, started.firstSampleAt) });
      }
    } catch {
      showToast(messages.recordingError);
      send({ type: "recording-failed" });
    }
  };

  const finish = async () => {
    const mine = takeJournal();
    try {
      const [take] = await Promise.all([recorder.finish(), wait(finaliseDelayMs)]);
      if (!mine) throw new RecorderError("lost");
      const kept = await takes.keep(mine, take);
      showToast(keptMessage(kept, take, interruption));
      send({ type: "take-saved", take: kept.take });
    } catch {
      void mine?.discard();
      showToast(messages.recordingError);
      send({ type: "take-lost" });
    }
  };

  const breakOff = async () => {
    const mine = takeJournal();
    if (!mine) return finishing;
    try {
      await takes.keep(mine, { ...(await recorder.finish()), interrupted: true });
    } catch {
      await takes.keepNoted(mine);
    }
  };

  return {
    live: { peaks: () => livePeaks.peaks, hearing: () => livePeaks, blocks },
    start,
    finish: () => {
      finishing = finish();
      return finishing;
    },
    discard: () => {
      recorder.cancel();
      void takeJournal()?.discard();
    },
    breakOff,
    abandon: () => {
      const mine = takeJournal();
      if (mine) void takes.keepNoted(mine);
    },
  };
}
