import { createObservable, type Observable } from "../../../browser/observable.ts";
import { readStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";

/** How fast the original and the translation are heard, slowest first; 1 is as they were spoken. */
export const playbackSpeeds = [0.75, 0.9, 1, 1.1, 1.25] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

const normalSpeed: PlaybackSpeed = 1;

/** The pace that a remembered text stands for; as spoken if it is none. */
export function parsePlaybackSpeed(text: string | null): PlaybackSpeed {
  return playbackSpeeds.find((pace) => String(pace) === text) ?? normalSpeed;
}

/** The pace so many steps faster, or slower if negative; the fastest or slowest at the ends. */
export function stepPlaybackSpeed(pace: PlaybackSpeed, steps: number): PlaybackSpeed {
  const at = Math.max(0, Math.min(playbackSpeeds.length - 1, playbackSpeeds.indexOf(pace) + steps));
  return playbackSpeeds[at] ?? normalSpeed;
}

/** A learner's pace, remembered in this browser. */
export function createPlaybackSpeed(userId: string): Observable<PlaybackSpeed> {
  const filling = { learner: userId };
  const pace = createObservable<PlaybackSpeed>(parsePlaybackSpeed(readStored(stored.playbackSpeed, filling)));
  return {
    ...pace,
    set: (next) => {
      pace.set(next);
      writeStored(stored.playbackSpeed, String(next), filling);
    },
  };
}
