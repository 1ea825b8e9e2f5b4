import type { ExamRunEvent } from "../../../../../../domain/exam/exam-run.ts";
import { quietestSpeech } from "../../../../audio/hearing.ts";
import { takeSampleRate } from "../../../../audio/wav.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import type { Recorder } from "../../../recording/microphone/recorder.ts";
import { RecorderError } from "../../../recording/microphone/recorder-error.ts";
import { measureLevel } from "../../../recording/microphone/take-buffer.ts";
import type { TakeJournal } from "../../../recording/store/take-journal.ts";
import { beginMockTake, keepMockTake, keepNotedMockTake, type MockSegment } from "../../takes/mock-takes.ts";

/** What the microphone hears now; `blocks` grows with each change. */
export type RunLive = {
  /** The loudest sample of the last moment, 0 to 1. */
  level: () => number;
  /** For how long nothing has been said by now, in seconds. */
  silentSeconds: () => number;
  /** Of the whole mock, what was said before a repeat too. */
  recordedSeconds: () => number;
  blocks: Observable<number>;
};

export type RunRecording = {
  live: RunLive;
  /** Begins a take that keeps everything said since `since`, in ms of `performance.now()`. */
  start: (place: MockSegment, turn: number, since: number) => Promise<void>;
  /** Ends the take and keeps it. */
  finish: () => Promise<void>;
  /** Ends the take in the middle and keeps what was said so far, without a word; settles when that is stored. */
  breakOff: () => Promise<void>;
  /** Keeps what was noted so far, for a page that goes at once. */
  abandon: () => void;
};

type Parts = {
  userId: string;
  recorder: Recorder;
  /** What was recorded of the mock before, in seconds. */
  recordedBefore: number;
  send: (event: ExamRunEvent) => void;
  /** As ISO 8601. */
  now: () => string;
};

/** Records a candidate; what becomes of a take is told as events of the run. */
export function openRunRecording({ userId, recorder, recordedBefore, send, now }: Parts): RunRecording {
  let journal: TakeJournal | undefined;
  let finishing: Promise<void> = Promise.resolve();
  let recorded = recordedBefore;
  let silent = 0;
  let level = 0;
  const blocks = createObservable(0);

  /** Whoever takes the journal decides what becomes of it. */
  const takeJournal = () => {
    const taken = journal;
    journal = undefined;
    return taken;
  };
  const hear = (samples: Float32Array) => {
    const seconds = samples.length / takeSampleRate;
    level = measureLevel(samples).peak;
    recorded += seconds;
    silent = level >= quietestSpeech ? 0 : silent + seconds;
    blocks.set(blocks.get() + 1);
  };

  const start = async (place: MockSegment, turn: number, since: number) => {
    silent = 0;
    level = 0;
    let opened: TakeJournal | undefined;
    try {
      const started = await recorder.start({
        since,
        onBlock: (samples, losses) => {
          if (!opened) journal = opened = beginMockTake(userId, place, turn);
          opened.add(samples, losses);
          hear(samples);
        },
        onInterrupted: (reason) =>
          send({ type: "recording-interrupted", why: reason === "lost" ? "microphone" : "other" }),
      });
      if (started.outcome === "recording") {
        performance.measure("chime-to-first-sample", { start: since, end: Math.max(since, started.firstSampleAt) });
      }
    } catch {
      send({ type: "recording-failed", at: now() });
    }
  };

  const finish = async () => {
    const mine = takeJournal();
    try {
      const take = await recorder.finish();
      if (!mine) throw new RecorderError("lost");
      const { seconds, interrupted } = await keepMockTake(mine, take);
      send({ type: "take-kept", seconds, interrupted, at: now() });
    } catch {
      const noted = mine && (await keepNotedMockTake(mine));
      if (noted) send({ type: "take-kept", seconds: noted.seconds, interrupted: true, at: now() });
      else send({ type: "take-lost", at: now() });
    }
  };

  const breakOff = async () => {
    const mine = takeJournal();
    if (!mine) return finishing;
    try {
      await keepMockTake(mine, { ...(await recorder.finish()), interrupted: true });
    } catch {
      await keepNotedMockTake(mine);
    }
  };

  return {
    live: { level: () => level, silentSeconds: () => silent, recordedSeconds: () => recorded, blocks },
    start,
    finish: () => {
      finishing = finish();
      return finishing;
    },
    breakOff,
    abandon: () => {
      const mine = takeJournal();
      if (mine) void keepNotedMockTake(mine);
    },
  };
}
