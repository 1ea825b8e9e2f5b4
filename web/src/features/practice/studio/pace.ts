import { createObservable, type Observable } from "../../../browser/observable.ts";
import { readStored, writeStored } from "../../../browser/storage.ts";
import { stored } from "../../../browser/stored.ts";

/** How fast the original and the translation are heard, slowest first; 1 is as they were spoken. */
export const paces = [0.75, 0.9, 1, 1.1, 1.25] as const;
export type Pace = (typeof paces)[number];

const asSpoken: Pace = 1;

/** The pace that a remembered text stands for; as spoken if it is none. */
export function parsePace(text: string | null): Pace {
  return paces.find((pace) => String(pace) === text) ?? asSpoken;
}

/** The pace so many steps faster, or slower if negative; the fastest or slowest at the ends. */
export function stepPace(pace: Pace, steps: number): Pace {
  const at = Math.max(0, Math.min(paces.length - 1, paces.indexOf(pace) + steps));
  return paces[at] ?? asSpoken;
}

/** A learner's pace, remembered in this browser. */
export function openPace(userId: string): Observable<Pace> {
  const filling = { learner: userId };
  const pace = createObservable<Pace>(parsePace(readStored(stored.pace, filling)));
  return {
    ...pace,
    set: (next) => {
      pace.set(next);
      writeStored(stored.pace, String(next), filling);
    },
  };
}
