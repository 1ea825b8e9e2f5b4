import type { InterruptionReason, Recorder, StartOptions } from "./microphone/recorder.ts";
import { RecorderError } from "./microphone/recorder-error.ts";
import type { FinishedRecording } from "./microphone/recording-buffer.ts";
import type { RecordingJournal } from "./store/recording-journal.ts";

/** The journal to which samples are written as they arrive. */
export type SampleSink = Pick<RecordingJournal, "add">;

/** Rules of a feature for its recordings. */
export type JournaledRecorderOptions<Journal extends SampleSink, Kept> = {
  recorder: Recorder;
  /** Names the performance measure of the time to the first sample. */
  measureName?: string;
  /** Keeps a finished recording. A rejection loses it. */
  save: (journal: Journal, take: FinishedRecording) => Promise<Kept>;
  /** Keeps the part that was noted, where something is noted. */
  savePartial?: (journal: Journal) => Promise<unknown>;
  onStartFailed: () => void;
  /** The recording ended without `finish`, which is still to be called. */
  onInterrupted: (reason: InterruptionReason) => void;
  onSaved: (kept: Kept, take: FinishedRecording) => void;
  /** `journal` is undefined if no sound had arrived. */
  onLost: (journal: Journal | undefined) => void | Promise<void>;
};

export type JournaledStartOptions<Journal> = Pick<StartOptions, "since" | "onLevel"> & {
  /** Called when the first sound arrives. */
  createJournal: () => Journal;
  onBlock?: (samples: Float32Array) => void;
};

/** Records one take after the other. No promise rejects. */
export type JournaledRecorder<Journal> = {
  /** Settles when the first sound has arrived. */
  start: (options: JournaledStartOptions<Journal>) => Promise<void>;
  /** Ends the recording and keeps it, not before `until` has settled. */
  finish: (until?: Promise<void>) => Promise<void>;
  /** Ends the recording and keeps it without a report; waits for a `finish` that runs. */
  interrupt: () => Promise<void>;
  /** Keeps the part that was noted, for a page that ends at once. */
  savePartial: () => void;
  /** Drops the recording. Returns its journal. */
  cancel: () => Journal | undefined;
};

export function createJournaledRecorder<Journal extends SampleSink, Kept>(
  rules: JournaledRecorderOptions<Journal, Kept>,
): JournaledRecorder<Journal> {
  const { recorder, measureName, save, savePartial } = rules;
  let journal: Journal | undefined;
  let finishing: Promise<void> = Promise.resolve();

  /** Only one caller gets the journal, and decides what becomes of it. */
  const takeJournal = () => {
    const taken = journal;
    journal = undefined;
    return taken;
  };

  const start = async ({ createJournal, since, onBlock, onLevel }: JournaledStartOptions<Journal>) => {
    let opened: Journal | undefined;
    try {
      const started = await recorder.start({
        ...(since !== undefined && { since }),
        ...(onLevel && { onLevel }),
        onBlock: (samples, losses) => {
          if (!opened) journal = opened = createJournal();
          opened.add(samples, losses);
          onBlock?.(samples);
        },
        onInterrupted: rules.onInterrupted,
      });
      if (measureName === undefined || since === undefined || started.outcome !== "recording") return;
      performance.measure(measureName, { start: since, end: Math.max(since, started.firstSampleAt) });
    } catch {
      rules.onStartFailed();
    }
  };

  const finish = async (until?: Promise<void>) => {
    const mine = takeJournal();
    try {
      const [take] = await Promise.all([recorder.finish(), until]);
      if (!mine) throw new RecorderError("lost");
      rules.onSaved(await save(mine, take), take);
    } catch {
      await rules.onLost(mine);
    }
  };

  return {
    start,
    finish: (until) => {
      finishing = finish(until);
      return finishing;
    },
    interrupt: async () => {
      const mine = takeJournal();
      if (!mine) return finishing;
      try {
        await save(mine, { ...(await recorder.finish()), interrupted: true });
      } catch {
        await savePartial?.(mine);
      }
    },
    savePartial: () => {
      const mine = takeJournal();
      if (mine) void savePartial?.(mine);
    },
    cancel: () => {
      recorder.cancel();
      return takeJournal();
    },
  };
}
