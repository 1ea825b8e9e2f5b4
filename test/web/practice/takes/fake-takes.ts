import { createObservable } from "../../../../web/src/browser/observable.ts";
import type { Takes } from "../../../../web/src/features/practice/takes/takes.ts";
import type { HeldTake } from "../../../../web/src/features/recording/store/held-takes.ts";

function unexpected(): never {
  throw new Error("A test that needs this of its takes gives it");
}

/** Takes that do what a test gives them, and nothing else. */
export function fakeTakes(given: Partial<Takes>): Takes {
  return {
    restore: unexpected,
    counted: () => Promise.resolve(),
    begin: unexpected,
    keep: unexpected,
    keepNoted: unexpected,
    sound: unexpected,
    peaks: unexpected,
    remove: unexpected,
    held: createObservable<readonly HeldTake[]>([]),
    count: createObservable({ all: 0, here: 0, bytes: 0 }),
    dispose: unexpected,
    ...given,
  };
}
