import type { Interruption, Recorder, StartOptions } from "./microphone/recorder.ts";
import { RecorderError } from "./microphone/recorder-error.ts";
import type { Take } from "./microphone/take-buffer.ts";
import type { TakeJournal } from "./store/take-journal.ts";

/** The journal to which samples are written as they arrive. */
export type Notes = Pick<TakeJournal, "add">;

/** Rules of a feature for its recordings. */
export type RecordingRules<Journal extends Notes, Kept> = {
  recorder: Recorder;
  /** Names the performance measure of the time to the first sample. */
  measure?: string;
  /** Keeps a finished recording. A rejection loses it. */
  keep: (journal: Journal, take: Take) => Promise<Kept>;
  /** Keeps the part that was noted, where something is noted. */
  keepNoted?: (journal: Journal) => Promise<unknown>;
  onStartFailed: () => void;
  /** The recording ended without `finish`, which is still to be called. */
  onInterrupted: (reason: Interruption) => void;
  onKept: (kept: Kept, take: Take) => void;
  /** `journal` is undefined if no sound had arrived. */
  onLost: (journal: Journal | undefined) => void | Promise<void>;
};

export type RecordingStart<Journal> = Pick<StartOptions, "since" | "onLevel"> & {
  /** Called when the first sound arrives. */
  begin: () => Journal;
  onBlock?: (samples: Float32Array) => void;
};

/** Records one take after the other. No promise rejects. */
export type Recording<Journal> = {
  /** Settles when the first sound has arrived. */
  start: (options: RecordingStart<Journal>) => Promise<void>;
  /** Ends the recording and keeps it, not before `until` has settled. */
  finish: (until?: Promise<void>) => Promise<void>;
  /** Ends the recording and keeps it without a report; waits for a `finish` that runs. */
  breakOff: () => Promise<void>;
  /** Keeps the part that was noted, for a page that ends at once. */
  abandon: () => void;
  /** Drops the recording. Returns its journal. */
  cancel: () => Journal | undefined;
};

export function createRecording<Journal extends Notes, Kept>(rules: RecordingRules<Journal, Kept>): Recording<Journal> {
  const { recorder, measure, keep, keepNoted } = rules;
  let journal: Journal | undefined;
  let finishing: Promise<void> = Promise.resolve();

  /** Only one caller gets the journal, and decides what becomes of it. */
  const takeJournal = () => {
    const taken = journal;
    journal = undefined;
    return taken;
  };

  const start = async ({ begin, since, onBlock, onLevel }: RecordingStart<Journal>) => {
    let opened: Journal | undefined;
    try {
      const started = await recorder.start({
        ...(since !== undefined && { since }),
        ...(onLevel && { onLevel }),
        onBlock: (samples, losses) => {
          if (!opened) journal = opened = begin();
          opened.add(samples, losses);
          onBlock?.(samples);
        },
        onInterrupted: rules.onInterrupted,
      });
      if (measure === undefined || since === undefined || started.outcome !== "recording") return;
      performance.measure(measure, { start: since, end: Math.max(since, started.firstSampleAt) });
    } catch {
      rules.onStartFailed();
    }
  };

  const finish = async (until?: Promise<void>) => {
    const mine = takeJournal();
    try {
      const [take] = await Promise.all([recorder.finish(), until]);
      if (!mine) throw new RecorderError("lost");
      rules.onKept(await keep(mine, take), take);
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
    breakOff: async () => {
      const mine = takeJournal();
      if (!mine) return finishing;
      try {
        await keep(mine, { ...(await recorder.finish()), interrupted: true });
      } catch {
        await keepNoted?.(mine);
      }
    },
    abandon: () => {
      const mine = takeJournal();
      if (mine) void keepNoted?.(mine);
    },
    cancel: () => {
      recorder.cancel();
      return takeJournal();
    },
  };
}
