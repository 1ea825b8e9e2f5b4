import * as z from "zod/mini";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import {
  dialogueAt,
  type ExamSessionAudio,
  type ExamSessionEffect,
  type ExamSessionEvent,
  type ExamSessionRules,
  type ExamSessionState,
  type ExamSessionTransition,
  type SegmentPlace,
} from "../../../../../domain/exam/exam-session.ts";
import { examSessionTransition } from "../../../../../domain/exam/exam-session-transition.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import type { OfflineContent } from "../../content/offline-content.ts";
import { chosenMicrophone } from "../../recording/microphone/chosen-microphone.ts";
import { createRecorderFor } from "../../recording/microphone/recorder.ts";
import { createSoundPlayer } from "../../recording/sound-player.ts";
import type { ExamSegmentPosition } from "../recordings/exam-recordings.ts";
import { createChime } from "./internal/chime.ts";
import { createExamRecorder, type ExamRecorder, type LiveRecordingState } from "./internal/exam-recorder.ts";

export const examListeningDevice = createLocalPreference(
  stored.examListening,
  z.enum(["headphones", "speakers"]),
  "headphones",
);

export type ExamStudioOptions = {
  userId: string;
  attemptId: string;
  rules: ExamSessionRules;
  initialTransition: ExamSessionTransition;
  content: OfflineContent;
  /** Recorded before the exam was resumed; 0 for a new exam. */
  recordedSecondsBefore: number;
  saveFacts: (facts: ExamAttemptFacts) => Promise<void>;
};

export type ExamStudio = {
  run: Observable<ExamSessionState>;
  live: LiveRecordingState;
  send: (event: ExamSessionEvent) => void;
  end: () => void;
  /** Stops a running recording and saves its audio. */
  interrupt: ExamRecorder["interrupt"];
  dispose: () => void;
};

const now = () => serverNow().toISOString();

/** All audio is in memory, so playback needs no network. */
export function createExamStudio(options: ExamStudioOptions): ExamStudio {
  const { userId, attemptId, rules, initialTransition, content, recordedSecondsBefore, saveFacts } = options;
  const run = createObservable(initialTransition.run);
  const recorder = createRecorderFor(examListeningDevice.get());
  const player = createSoundPlayer(createPlayer());
  const chime = createChime();
  // Closes the microphone when the learner chooses another, so that the next recording opens the chosen one.
  const stopFollowingChoice = chosenMicrophone.subscribe(() => recorder.release());
  let heardAt = 0;

  const send = (event: ExamSessionEvent) => {
    const next = examSessionTransition(run.get(), event, rules);
    run.set(next.run);
    for (const effect of next.effects) perform(effect);
  };
  const recording = createExamRecorder({ userId, recorder, recordedSecondsBefore, send, now });

  const placeOf = ({ dialogue, segment }: SegmentPlace): ExamSegmentPosition => {
    const { language, scenario_id: scenarioId, title } = dialogueAt(run.get(), dialogue);
    return { attemptId, dialogue, segment, language, scenarioId, title };
  };

  const play = (which: ExamSessionAudio, sound: EncodedAudio | null) => {
    const fail = () => send({ type: "playback-failed", sound: which, at: now() });
    return player.play({
      load: async () => sound,
      onEnded: ({ endedAt }) => {
        heardAt = endedAt;
        send({ type: "playback-ended", sound: which });
      },
      onUnavailable: fail,
      onRefused: () => {
        // If the browser refuses the chime, the recording includes only sound from now on.
        heardAt = performance.now();
        fail();
      },
      onFailed: fail,
    });
  };

  const readyMicrophone = () =>
    recorder.warmUp().then(
      () => send({ type: "microphone-ready", at: now() }),
      () => send({ type: "microphone-failed", at: now() }),
    );

  const perform = (effect: ExamSessionEffect) => {
    switch (effect.type) {
      case "ready-microphone":
        return void readyMicrophone();
      case "play-segment":
        return void play("segment", content.audioOf(effect.dialogue, effect.segment));
      case "play-chime":
        return void play("chime", chime);
      case "stop-audio":
        return player.stop();
      case "start-recording":
        return void recording.start(placeOf(effect), effect.attempt, heardAt);
      case "finish-recording":
        return void recording.finish();
      case "save-facts":
        // A failed save does not end the exam. The recordings do not depend on this save.
        return void saveFacts(effect.facts).catch(() => undefined);
      default:
        return effect satisfies never;
    }
  };

  for (const effect of initialTransition.effects) perform(effect);

  return {
    run,
    live: recording.live,
    send,
    end: () => send({ type: "end", at: now() }),
    interrupt: recording.interrupt,
    dispose: () => {
      stopFollowingChoice();
      recording.savePartial();
      player.dispose();
      recorder.dispose();
    },
  };
}
