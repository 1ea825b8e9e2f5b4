import { openPractice, type Practice, type PracticeEvent, transition } from "../../../../domain/practice.ts";
import type { Segment } from "../../../../domain/scenario.ts";
import { createPlayer } from "./audio/player.ts";
import { createRecorder } from "./audio/recorder.ts";
import { createObservable, type Observable } from "./observable.ts";
import { openPlayback } from "./playback.ts";
import { noPosition, type Position } from "./position.ts";
import type { ProgressKeeper } from "./progress-keeper.ts";
import { type LiveRecording, openRecording } from "./recording.ts";
import { openSegmentAudio, type SegmentAudio } from "./segment-audio.ts";
import { openTakes, type Takes } from "./takes.ts";

export type StudioOptions = {
  userId: string;
  scenarioId: string;
  folder: string;
  segments: readonly Segment[];
  progress: ProgressKeeper;
};

/** Everything a learner practises a scenario with: the rules, the sounds, the microphone and the takes. */
export type Studio = {
  practice: Observable<Practice>;
  /** What plays and how far; changes with every frame. */
  position: Observable<Position>;
  live: LiveRecording;
  audio: SegmentAudio;
  takes: Takes;
  send: (event: PracticeEvent) => void;
  /** Moves what plays to a part of its whole, 0 to 1. */
  seek: (fraction: number) => void;
  dispose: () => void;
};

/** Opens a scenario for practice; nothing plays and nothing is asked of the browser yet. */
export function openStudio({ userId, scenarioId, folder, segments, progress }: StudioOptions): Studio {
  const practice = createObservable(openPractice(segments.length));
  const position = createObservable<Position>(noPosition);
  const audio = openSegmentAudio(folder, segments);
  const takes = openTakes({ userId, scenarioId });
  const recorder = createRecorder();
  const player = createPlayer();
  let autoPlay: ReturnType<typeof setTimeout> | undefined;

  const send = (event: PracticeEvent) => {
    const next = transition(practice.get(), event);
    practice.set(next.practice);
    for (const effect of next.effects) run(effect);
  };
  const recording = openRecording({ recorder, takes, send });
  const playback = openPlayback({ player, recorder, audio, takes, position, send });

  const run = (effect: ReturnType<typeof transition>["effects"][number]) => {
    switch (effect.type) {
      case "stop-audio":
        clearTimeout(autoPlay);
        return playback.stop();
      case "play":
        return void playback.play(effect.audio, effect.index);
      case "start-recording":
        return void recording.start(playback.originalEndedAt());
      case "finish-recording":
        return void recording.finish(effect.index, effect.attempt);
      case "discard-recording":
        return recording.discard();
      case "delete-take":
        return void takes.remove(effect.index);
      case "save-progress":
        return progress.save(effect);
      case "schedule-auto-play":
        autoPlay = setTimeout(() => send({ type: "auto-play-due" }), effect.afterMs);
        return;
      case "load-segment":
        return void audio.sounds(effect.index);
    }
  };

  void takes.restore().then((indexes) => {
    for (const index of indexes) send({ type: "take-found", index });
  });

  return {
    practice,
    position,
    live: recording.live,
    audio,
    takes,
    send,
    seek: playback.seek,
    dispose: () => {
      clearTimeout(autoPlay);
      playback.stop();
      player.dispose();
      recorder.dispose();
      audio.dispose();
      takes.dispose();
    },
  };
}
