import type { Segment } from "../../../../../domain/content/pack.ts";
import {
  openPractice,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
} from "../../../../../domain/practice/practice.ts";
import { transition } from "../../../../../domain/practice/practice-transition.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { openSegmentSounds, type SegmentSounds } from "../../content/segment-sounds.ts";
import { sounds as content } from "../../content/sounds.ts";
import type { ProgressKeeper } from "../../progress/progress-keeper.ts";
import { chosenMicrophone } from "../../recording/microphone/chosen-microphone.ts";
import { createRecorder } from "../../recording/microphone/recorder.ts";
import { openTakes, type Takes } from "../takes/takes.ts";
import { openPlayback } from "./internal/playback.ts";
import { type LiveRecording, openRecording } from "./internal/recording.ts";
import { openPace, type Pace } from "./pace.ts";
import { type Playhead, restingPlayhead } from "./playhead.ts";

export type StudioOptions = {
  userId: string;
  dialogue: Dialogue;
  title: string;
  folder: string;
  segments: readonly Segment[];
  /** Positions, from 0, that an earlier visit completed. */
  completed: ReadonlySet<number>;
  /** Position, from 0, at which it is opened. */
  startAt: number;
  progress: ProgressKeeper;
};

/** Everything a learner practises a scenario with: the rules, the sounds, the microphone and the takes. */
export type Studio = {
  practice: Observable<Practice>;
  /** What plays and how far; changes with every frame. */
  position: Observable<Playhead>;
  /** How fast the original and the translation are heard. */
  pace: Observable<Pace>;
  live: LiveRecording;
  sounds: SegmentSounds;
  takes: Takes;
  send: (event: PracticeEvent) => void;
  /** Moves what plays to a part of its whole, 0 to 1. */
  seek: (fraction: number) => void;
  /** Ends a take in the middle, without a word, and keeps what was said so far; settles when all takes are stored. */
  breakOff: () => Promise<void>;
  dispose: () => void;
};

/** Opens a scenario for practice; nothing plays, and what is heard first is on its way. */
export function openStudio(options: StudioOptions): Studio {
  const { userId, dialogue, title, folder, segments, completed, startAt, progress } = options;
  const practice = createObservable(openPractice(segments.length, completed, startAt));
  const position = createObservable<Playhead>(restingPlayhead);
  const sounds = openSegmentSounds(folder, segments, content.load);
  const pace = openPace(userId);
  const recorder = createRecorder();
  const player = createPlayer();
  // The next recording opens the one that was chosen.
  const stopFollowingChoice = chosenMicrophone.subscribe(() => recorder.release());
  let autoPlay: ReturnType<typeof setTimeout> | undefined;

  const send = (event: PracticeEvent) => {
    const next = transition(practice.get(), event);
    practice.set(next.practice);
    for (const effect of next.effects) run(effect);
  };
  const takes = openTakes({ userId, dialogue, title, practice: practice.get, send });
  const recording = openRecording({ recorder, takes, send });
  const playback = openPlayback({ player, recorder, sounds, takes, position, pace, send });

  const run = (effect: PracticeEffect) => {
    switch (effect.type) {
      case "stop-audio":
        clearTimeout(autoPlay);
        return playback.stop();
      case "play":
        return void playback.play(effect.audio, effect.index, effect.audio === "own" ? effect.take : undefined);
      case "pause-audio":
        return playback.pause();
      case "resume-audio":
        return playback.resume(effect.index);
      case "set-loop":
        return playback.setLoop(effect.part);
      case "start-recording":
        return void recording.start(effect.index, effect.attempt, playback.originalEndedAt());
      case "finish-recording":
        return void recording.finish();
      case "discard-recording":
        return recording.discard();
      case "save-progress":
        return progress.save(effect);
      case "schedule-auto-play":
        autoPlay = setTimeout(() => send({ type: "auto-play-due" }), effect.afterMs);
        return;
      case "load-segment":
        return sounds.open(effect.index);
      default:
        // What nobody performs does not compile.
        return effect satisfies never;
    }
  };

  sounds.open(practice.get().index);
  void playback.readyMicrophone();
  void takes.restore();

  return {
    practice,
    position,
    pace,
    live: recording.live,
    sounds,
    takes,
    send,
    seek: playback.seek,
    breakOff: recording.breakOff,
    dispose: () => {
      clearTimeout(autoPlay);
      playback.stop();
      stopFollowingChoice();
      recording.abandon();
      playback.dispose();
      player.dispose();
      recorder.dispose();
      sounds.dispose();
      takes.dispose();
    },
  };
}
