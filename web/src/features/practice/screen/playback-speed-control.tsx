import { useId } from "react";
import type { Observable } from "../../../browser/observable.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { type PlaybackSpeed, parsePlaybackSpeed, playbackSpeeds } from "../studio/playback-speed.ts";
import "./sound.css";

export function PlaybackSpeedControl({ pace }: { pace: Observable<PlaybackSpeed> }) {
  const id = useId();
  const present = useObservable(pace);
  return (
    <div className="pace">
      <label htmlFor={id}>Speed</label>
      <select id={id} value={present} onChange={(event) => pace.set(parsePlaybackSpeed(event.target.value))}>
        {playbackSpeeds.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? "1× (normal)" : `${each}×`}
          </option>
        ))}
      </select>
    </div>
  );
}
