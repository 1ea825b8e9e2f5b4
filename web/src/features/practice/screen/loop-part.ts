import { type RefObject, useLayoutEffect, useState } from "react";
import { moveLoopEnd } from "../../../audio/loop.ts";
import { useObservable } from "../../../browser/observable.ts";
import type { Studio } from "../studio/studio.ts";

/** The id of the button that turns the loop on and off. */
export const loopToggleId = "loop-toggle";

/** The length of the original, in seconds, as it was last heard; 0 until it is. */
export function useOriginalDuration({ position }: Studio): number {
  const { audio, duration } = useObservable(position);
  const [known, setKnown] = useState(0);
  if (audio === "original" && duration > 0 && duration !== known) setKnown(duration);
  return known;
}

/** Moves an end of the loop to where the original is, if it is heard or held. */
export function moveLoopEndToPlayhead({ practice, position, send }: Studio, end: "from" | "to"): void {
  const { loop } = practice.get();
  const { audio, fraction, duration } = position.get();
  if (!loop || audio !== "original" || duration === 0) return;
  send({ type: "choose-part", part: moveLoopEnd(loop, end, fraction, duration) });
}

/** Gives the focus to the loop's button when what has it goes away together with the loop. */
export function useFocusReturn(group: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = group.current;
    return () => {
      if (shown?.contains(document.activeElement)) document.getElementById(loopToggleId)?.focus();
    };
  }, [group]);
}
