import { createObservable, type Observable } from "../../../browser/observable.ts";
import { readStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";

export const playbackSpeeds = [0.75, 0.9, 1, 1.1, 1.25] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

const normalSpeed: PlaybackSpeed = 1;

export function parsePlaybackSpeed(text: string | null): PlaybackSpeed {
  return playbackSpeeds.find((pace) => String(pace) === text) ?? normalSpeed;
}

export function stepPlaybackSpeed(pace: PlaybackSpeed, steps: number): PlaybackSpeed {
  const at = Math.max(0, Math.min(playbackSpeeds.length - 1, playbackSpeeds.indexOf(pace) + steps));
  return playbackSpeeds[at] ?? normalSpeed;
}

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
