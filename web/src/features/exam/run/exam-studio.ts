import * as z from "zod/mini";
import type { ExamAttemptFacts } from "../../../../../domain/exam/exam-attempt.ts";
import {
  dialogueAt,
  type ExamRun,
  type ExamRunEffect,
  type ExamRunEvent,
  type ExamRunTransition,
  type RunPlace,
  type RunRules,
  type RunSound,
} from "../../../../../domain/exam/exam-run.ts";
import { runTransition } from "../../../../../domain/exam/exam-run-transition.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import type { Sound } from "../../../audio/player.ts";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { stored } from "../../../browser/stored.ts";
import type { HeldContent } from "../../content/held-content.ts";
import { chosenMicrophone } from "../../recording/microphone/chosen-microphone.ts";
import { createRecorderFor } from "../../recording/microphone/recorder.ts";
import { createSoundPlayer } from "../../recording/sound-player.ts";
import type { MockSegment } from "../takes/mock-takes.ts";
import { makeChime } from "./internal/chime.ts";
import { openRunRecording, type RunLive } from "./internal/run-recording.ts";

/** Whether mock exams in this browser are heard through headphones or speakers. */
export const mockListening = openLocalChoice(stored.mockListening, z.enum(["headphones", "speakers"]), "headphones");

export type ExamStudioOptions = {
  userId: string;
  attemptId: string;
  rules: RunRules;
  /** How the mock begins or goes on, with what is to be done for that. */
  opening: ExamRunTransition;
  held: HeldContent;
  /** What was recorded of the mock before, in seconds. */
  recordedBefore: number;
  /** Keeps the facts on this device. */
  keepFacts: (facts: ExamAttemptFacts) => Promise<void>;
};

/** Everything that a mock is sat with: the rules, the sounds, the microphone and the takes. */
export type ExamStudio = {
  run: Observable<ExamRun>;
  live: RunLive;
  send: (event: ExamRunEvent) => void;
  /** Gives the mock up. */
  end: () => void;
  /** Ends a take in the middle, without a word, and keeps what was said so far; settles when it is stored. */
  breakOff: () => Promise<void>;
  dispose: () => void;
};

const now = () => serverNow().toISOString();

/** Opens a mock; everything that is heard in it is in memory, and nothing here asks the network for anything. */
export function openExamStudio(options: ExamStudioOptions): ExamStudio {
  const { userId, attemptId, rules, opening, held, recordedBefore, keepFacts } = options;
  const run = createObservable(opening.run);
  const recorder = createRecorderFor(mockListening.get());
  const player = createSoundPlayer(createPlayer());
  const chime = makeChime();
  // The next recording opens the one that was chosen.
  const stopFollowingChoice = chosenMicrophone.subscribe(() => recorder.release());
  let heardAt = 0;

  const send = (event: ExamRunEvent) => {
    const next = runTransition(run.get(), event, rules);
    run.set(next.run);
    for (const effect of next.effects) perform(effect);
  };
  const recording = openRunRecording({ userId, recorder, recordedBefore, send, now });

  const placeOf = ({ dialogue, segment }: RunPlace): MockSegment => {
    const { language, scenario_id: scenarioId, title } = dialogueAt(run.get(), dialogue);
    return { attemptId, dialogue, segment, language, scenarioId, title };
  };

  const play = (which: RunSound, sound: Sound | null) => {
    const fail = () => send({ type: "playback-failed", sound: which, at: now() });
    return player.play({
      load: async () => sound,
      onEnded: ({ endedAt }) => {
        heardAt = endedAt;
        send({ type: "playback-ended", sound: which });
      },
      onAbsent: fail,
      onRefused: () => {
        // Since then nothing was heard.
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

  const perform = (effect: ExamRunEffect) => {
    switch (effect.type) {
      case "ready-microphone":
        return void readyMicrophone();
      case "play-segment":
        return void play("segment", held.soundOf(effect.dialogue, effect.segment));
      case "play-chime":
        return void play("chime", chime);
      case "stop-audio":
        return player.stop();
      case "start-recording":
        return void recording.start(placeOf(effect), effect.turn, heardAt);
      case "finish-recording":
        return void recording.finish();
      case "save-facts":
        // What the browser refuses is kept again with the next segment; the takes stand by themselves.
        return void keepFacts(effect.facts).catch(() => undefined);
      default:
        // What nobody performs does not compile.
        return effect satisfies never;
    }
  };

  for (const effect of opening.effects) perform(effect);

  return {
    run,
    live: recording.live,
    send,
    end: () => send({ type: "end", at: now() }),
    breakOff: recording.breakOff,
    dispose: () => {
      stopFollowingChoice();
      recording.abandon();
      player.dispose();
      recorder.dispose();
    },
  };
}
