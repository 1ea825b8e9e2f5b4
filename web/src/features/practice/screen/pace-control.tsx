import { useId } from "react";
import { type Observable, useObservable } from "../../../browser/observable.ts";
import { type Pace, paces, parsePace } from "../studio/pace.ts";
import "./sound.css";

/** How fast the original and the translation are heard; also while they play. */
export function PaceControl({ pace }: { pace: Observable<Pace> }) {
  const id = useId();
  const present = useObservable(pace);
  return (
    <div className="pace">
      <label htmlFor={id}>Speed</label>
      <select id={id} value={present} onChange={(event) => pace.set(parsePace(event.target.value))}>
        {paces.map((each) => (
          <option key={each} value={each}>
            {each === 1 ? "1× (normal)" : `${each}×`}
          </option>
        ))}
      </select>
    </div>
  );
}
