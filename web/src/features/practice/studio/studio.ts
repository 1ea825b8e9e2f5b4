import type { Segment } from "../../../../../domain/content/pack.ts";
import {
  createPractice,
  type Practice,
  type PracticeEffect,
  type PracticeEvent,
} from "../../../../../domain/practice/practice.ts";
import { practiceTransition } from "../../../../../domain/practice/practice-transition.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { createPlayer } from "../../../audio/element-player.ts";
import { createObservable, type Observable } from "../../../browser/observable.ts";
import { audioFiles as content } from "../../content/audio-files.ts";
import { createSegmentAudio, type SegmentAudio } from "../../content/segment-audio.ts";
import type { ProgressSaver } from "../../progress/progress-saver.ts";
import { chosenMicrophone } from "../../recording/microphone/chosen-microphone.ts";
import { microphoneChecked } from "../../recording/microphone/microphone-check.ts";
import { createRecorder } from "../../recording/microphone/recorder.ts";
import { createDialogueRecordings, type DialogueRecordings } from "../recordings/dialogue-recordings.ts";
import { createPlayback } from "./internal/playback.ts";
import { createSegmentRecorder, type LiveRecording } from "./internal/segment-recorder.ts";
import { createPlaybackSpeed, type PlaybackSpeed } from "./playback-speed.ts";
import { idlePlayhead, type Playhead } from "./playhead.ts";

export type StudioOptions = {
  userId: string;
  dialogue: DialogueId;
  title: string;
  folder: string;
  segments: readonly Segment[];
  /** Positions of completed segments, from 0. */
  completed: ReadonlySet<number>;
  /** A position from 0. An invalid position opens the first segment. */
  startAt: number;
  progress: ProgressSaver;
  /** True if no recording of an earlier visit becomes the current one, as in a review. */
  startsAfresh?: boolean;
  /** Has no effect before the microphone check. */
  playsAtOnce?: boolean;
};

export type Studio = {
  practice: Observable<Practice>;
  /** May change with every frame. */
  position: Observable<Playhead>;
  playbackSpeed: Observable<PlaybackSpeed>;
  liveRecording: LiveRecording;
  segmentAudio: SegmentAudio;
  recordings: DialogueRecordings;
  send: (event: PracticeEvent) => void;
  /** @param fraction 0 to 1 */
  seek: (fraction: number) => void;
  /** Shows a message if the original cannot be played. */
  canPlayOriginal: () => Promise<boolean>;
  /**
   * Saves a running recording, or waits for a save in progress. Resolves to false if the browser refused to store the
   * recording, which is then in the practice and lost by `dispose`.
   */
  stopAndSave: () => Promise<boolean>;
  dispose: () => void;
};

export function createStudio(options: StudioOptions): Studio {
  const { userId, dialogue, title, folder, segments, completed, startAt, progress } = options;
  const practice = createObservable<Practice>({
    ...createPractice(segments.length, completed, startAt),
    ...(options.startsAfresh && { startsAfresh: true }),
  });
  const position = createObservable<Playhead>(idlePlayhead);
  const sounds = createSegmentAudio(folder, segments, content.load);
  const pace = createPlaybackSpeed(userId);
  const recorder = createRecorder();
  const player = createPlayer();
  // Closes the microphone, so that the next recording opens the chosen one.
  const stopFollowingChoice = chosenMicrophone.subscribe(() => recorder.release());
  let autoPlay: ReturnType<typeof setTimeout> | undefined;

  const send = (event: PracticeEvent) => {
    const next = practiceTransition(practice.get(), event);
    practice.set(next.practice);
    for (const effect of next.effects) run(effect);
  };
  const recordings = createDialogueRecordings({ userId, dialogue, title, practice: practice.get, send });
  const recording = createSegmentRecorder({ recorder, recordings: recordings, send });
  const playback = createPlayback({
    player,
    recorder,
    segmentAudio: sounds,
    recordings: recordings,
    position,
    playbackSpeed: pace,
    send,
  });

  const run = (effect: PracticeEffect) => {
    switch (effect.type) {
      case "stop-audio":
        clearTimeout(autoPlay);
        return playback.stop();
      case "play":
        return void playback.play(effect.audio, effect.index, effect.audio === "own" ? effect.recording : undefined);
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
        return effect satisfies never;
    }
  };

  sounds.open(practice.get().index);
  void playback.prepareMicrophone();
  void recordings.restore();
  if (options.playsAtOnce && microphoneChecked.get()) send({ type: "play", audio: "original" });

  return {
    practice,
    position,
    playbackSpeed: pace,
    liveRecording: recording.liveRecording,
    segmentAudio: sounds,
    recordings: recordings,
    send,
    seek: playback.seek,
    canPlayOriginal: () => playback.canPlayOriginal(practice.get().index),
    stopAndSave: async () => {
      const before = recordings.unsaved.get();
      await recording.interrupt();
      return recordings.unsaved.get().every((unsaved) => before.includes(unsaved));
    },
    dispose: () => {
      clearTimeout(autoPlay);
      playback.stop();
      stopFollowingChoice();
      recording.savePartial();
      playback.dispose();
      player.dispose();
      recorder.dispose();
      sounds.dispose();
      recordings.dispose();
    },
  };
}
