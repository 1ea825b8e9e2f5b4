import type { ExamSessionEvent } from "../../../../../../domain/exam/exam-session.ts";
import { quietestSpeech } from "../../../../audio/level-monitor.ts";
import { recordingSampleRate } from "../../../../audio/wav.ts";
import { createObservable, type Observable } from "../../../../browser/observable.ts";
import { createJournaledRecorder, type JournaledRecorder } from "../../../recording/journaled-recorder.ts";
import type { Recorder } from "../../../recording/microphone/recorder.ts";
import { measureLevel } from "../../../recording/microphone/recording-buffer.ts";
import type { RecordingJournal } from "../../../recording/store/recording-journal.ts";
import {
  createExamRecordingJournal,
  type ExamRecording,
  type ExamSegmentPosition,
  saveExamRecording,
  savePartialExamRecording,
} from "../../recordings/exam-recordings.ts";

export type LiveRecordingState = {
  /** The peak amplitude of the last block; 1 is full scale. */
  level: () => number;
  silentSeconds: () => number;
  /** Recorded in the whole exam, including repeated segments. */
  recordedSeconds: () => number;
  /** Changes with each block of samples. */
  blocks: Observable<number>;
};

export type ExamRecorder = Pick<
  JournaledRecorder<RecordingJournal, ExamRecording>,
  "finish" | "interrupt" | "savePartial"
> & {
  live: LiveRecordingState;
  /** The recording includes sound since `since`, in ms of `performance.now()`. */
  start: (place: ExamSegmentPosition, turn: number, since: number) => Promise<void>;
};

type ExamRecorderOptions = {
  userId: string;
  recorder: Recorder;
  recordedSecondsBefore: number;
  send: (event: ExamSessionEvent) => void;
  /** As ISO 8601. */
  now: () => string;
};

export function createExamRecorder({
  userId,
  recorder,
  recordedSecondsBefore,
  send,
  now,
}: ExamRecorderOptions): ExamRecorder {
  let recorded = recordedSecondsBefore;
  let silent = 0;
  let level = 0;
  const blocks = createObservable(0);

  const hear = (samples: Float32Array) => {
    const seconds = samples.length / recordingSampleRate;
    level = measureLevel(samples).peak;
    recorded += seconds;
    silent = level >= quietestSpeech ? 0 : silent + seconds;
    blocks.set(blocks.get() + 1);
  };

  const recording = createJournaledRecorder<RecordingJournal, ExamRecording>({
    recorder,
    measureName: "chime-to-first-sample",
    save: saveExamRecording,
    savePartial: savePartialExamRecording,
    onStartFailed: () => send({ type: "recording-failed", at: now() }),
    onInterrupted: (reason) => send({ type: "recording-interrupted", why: reason === "lost" ? "microphone" : "other" }),
    onSaved: ({ seconds, interrupted }) => send({ type: "recording-saved", seconds, interrupted, at: now() }),
    onLost: async (journal) => {
      const noted = journal && (await savePartialExamRecording(journal));
      if (noted) send({ type: "recording-saved", seconds: noted.seconds, interrupted: true, at: now() });
      else send({ type: "recording-lost", at: now() });
    },
  });

  const start = (place: ExamSegmentPosition, turn: number, since: number) => {
    silent = 0;
    level = 0;
    return recording.start({
      since,
      createJournal: () => createExamRecordingJournal(userId, place, turn),
      onBlock: hear,
    });
  };

  const { finish, interrupt, savePartial } = recording;
  const live = { level: () => level, silentSeconds: () => silent, recordedSeconds: () => recorded, blocks };
  return { live, start, finish, interrupt, savePartial };
}
