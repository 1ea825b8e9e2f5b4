import type { InterruptionReason, Recorder, StartOptions } from "./microphone/recorder.ts";
import { RecorderError } from "./microphone/recorder-error.ts";
import type { FinishedRecording } from "./microphone/recording-buffer.ts";
import type { RecordingJournal } from "./store/recording-journal.ts";

export type SampleSink = Pick<RecordingJournal, "add">;

export type JournaledRecorderOptions<Journal extends SampleSink, Kept> = {
  recorder: Recorder;
  /** The name of a performance measure from `since` to the first sample. */
  measureName?: string;
  /** If the promise rejects, `finish` calls `onLost`, and `interrupt` calls `savePartial`. */
  save: (journal: Journal, recording: FinishedRecording) => Promise<Kept>;
  savePartial?: (journal: Journal) => Promise<unknown>;
  onStartFailed: () => void;
  /** The caller still has to call `finish`. */
  onInterrupted: (reason: InterruptionReason) => void;
  onSaved: (kept: Kept, recording: FinishedRecording) => void;
  /** `journal` is undefined if no journal exists, for example without sound. */
  onLost: (journal: Journal | undefined) => void | Promise<void>;
};

export type JournaledStartOptions<Journal> = Pick<StartOptions, "since" | "onLevel"> & {
  createJournal: () => Journal;
  onBlock?: (samples: Float32Array) => void;
};

/** Writes each recording to a journal while it is made. Failures of the recorder and of `save` cause no rejection. */
export type JournaledRecorder<Journal, Kept> = {
  start: (options: JournaledStartOptions<Journal>) => Promise<void>;
  /** Ends the recording at once, and saves it after `until` has resolved. */
  finish: (until?: Promise<void>) => Promise<void>;
  /**
   * Saves a running recording without calling `onSaved`, and resolves to what `save` returned. Otherwise waits for a
   * `finish` in progress.
   */
  interrupt: () => Promise<Kept | undefined>;
  /** Saves the audio in the journal without waiting for the recorder. */
  savePartial: () => void;
  /** The caller has to save or discard the returned journal. */
  cancel: () => Journal | undefined;
};

export function createJournaledRecorder<Journal extends SampleSink, Kept>(
  rules: JournaledRecorderOptions<Journal, Kept>,
): JournaledRecorder<Journal, Kept> {
  const { recorder, measureName, save, savePartial } = rules;
  let journal: Journal | undefined;
  let finishing: Promise<void> = Promise.resolve();

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
      const [recording] = await Promise.all([recorder.finish(), until]);
      if (!mine) throw new RecorderError("lost");
      rules.onSaved(await save(mine, recording), recording);
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
      if (!mine) {
        await finishing;
        return;
      }
      try {
        return await save(mine, { ...(await recorder.finish()), interrupted: true });
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
