import type { ExamRunEvent } from "../../../../../../domain/exam/exam-run.ts";
import { quietestSpeech } from "../../../../audio/hearing.ts";
import { takeSampleRate } from "../../../../audio/wav.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import type { Recorder } from "../../../recording/microphone/recorder.ts";
import { measureLevel } from "../../../recording/microphone/take-buffer.ts";
import { createRecording, type Recording } from "../../../recording/recording.ts";
import type { TakeJournal } from "../../../recording/store/take-journal.ts";
import {
  beginMockTake,
  keepMockTake,
  keepNotedMockTake,
  type MockSegment,
  type MockTake,
} from "../../takes/mock-takes.ts";

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

export type RunRecording = Pick<Recording<TakeJournal>, "finish" | "breakOff" | "abandon"> & {
  live: RunLive;
  /** Begins a take that keeps everything said since `since`, in ms of `performance.now()`. */
  start: (place: MockSegment, turn: number, since: number) => Promise<void>;
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
  let recorded = recordedBefore;
  let silent = 0;
  let level = 0;
  const blocks = createObservable(0);

  const hear = (samples: Float32Array) => {
    const seconds = samples.length / takeSampleRate;
    level = measureLevel(samples).peak;
    recorded += seconds;
    silent = level >= quietestSpeech ? 0 : silent + seconds;
    blocks.set(blocks.get() + 1);
  };

  const recording = createRecording<TakeJournal, MockTake>({
    recorder,
    measure: "chime-to-first-sample",
    keep: keepMockTake,
    keepNoted: keepNotedMockTake,
    onStartFailed: () => send({ type: "recording-failed", at: now() }),
    onInterrupted: (reason) => send({ type: "recording-interrupted", why: reason === "lost" ? "microphone" : "other" }),
    onKept: ({ seconds, interrupted }) => send({ type: "take-kept", seconds, interrupted, at: now() }),
    onLost: async (journal) => {
      const noted = journal && (await keepNotedMockTake(journal));
      if (noted) send({ type: "take-kept", seconds: noted.seconds, interrupted: true, at: now() });
      else send({ type: "take-lost", at: now() });
    },
  });

  const start = (place: MockSegment, turn: number, since: number) => {
    silent = 0;
    level = 0;
    return recording.start({ since, begin: () => beginMockTake(userId, place, turn), onBlock: hear });
  };

  const { finish, breakOff, abandon } = recording;
  const live = { level: () => level, silentSeconds: () => silent, recordedSeconds: () => recorded, blocks };
  return { live, start, finish, breakOff, abandon };
}
