import { useEffect, useRef } from "react";
import type { LoopRange } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { moveLoopEndToPlayhead, useFocusReturn, useOriginalDuration } from "./loop-part.ts";
import "./loop.css";

function loopText({ from, to }: LoopRange, duration: number): string {
  if (duration === 0) return "Loop";
  return `Loop: ${(from * duration).toFixed(1)} to ${(to * duration).toFixed(1)} of ${duration.toFixed(1)} s`;
}

/** For learners who cannot drag the handles of the loop. */
export function LoopBar({ studio, loop }: { studio: Studio; loop: LoopRange }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const duration = useOriginalDuration(studio);
  const isHere = useObservable(studio.position).audio === "original";
  useFocusReturn(group);
  useEffect(() => {
    group.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <fieldset ref={group} className="loop-bar">
      <legend className="visually-hidden">Loop</legend>
      <span className="loop-text">{loopText(loop, duration)}</span>
      <ActionButton allowed={isHere} shortcut="loop-from" onAct={() => moveLoopEndToPlayhead(studio, "from")}>
        Loop from here
      </ActionButton>
      <ActionButton allowed={isHere} shortcut="loop-to" onAct={() => moveLoopEndToPlayhead(studio, "to")}>
        Loop to here
      </ActionButton>
    </fieldset>
  );
}
