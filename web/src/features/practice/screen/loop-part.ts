import { type RefObject, useLayoutEffect, useState } from "react";
import { moveLoopEnd } from "../../../audio/loop.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { Studio } from "../studio/studio.ts";

export const loopToggleId = "loop-toggle";

/** In seconds; 0 while unknown. */
export function useOriginalDuration({ position }: Studio): number {
  const { audio, duration } = useObservable(position);
  const [known, setKnown] = useState(0);
  if (audio === "original" && duration > 0 && duration !== known) setKnown(duration);
  return known;
}

export function moveLoopEndToPlayhead({ practice, position, send }: Studio, end: "from" | "to"): void {
  const { loop } = practice.get();
  const { audio, fraction, duration } = position.get();
  if (!loop || audio !== "original" || duration === 0) return;
  send({ type: "choose-part", part: moveLoopEnd(loop, end, fraction, duration) });
}

/** Moves the focus to the loop button if the focused element disappears with the loop. */
export function useFocusReturn(group: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = group.current;
    return () => {
      if (shown?.contains(document.activeElement)) document.getElementById(loopToggleId)?.focus();
    };
  }, [group]);
}
