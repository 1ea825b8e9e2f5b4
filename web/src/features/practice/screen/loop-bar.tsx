import { useEffect, useRef } from "react";
import type { Part } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/observable.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { moveLoopHere, useFocusKept, useOriginalDuration } from "./loop-part.ts";
import "./loop.css";

function loopText({ from, to }: Part, duration: number): string {
  if (duration === 0) return "Loop";
  return `Loop: ${(from * duration).toFixed(1)} to ${(to * duration).toFixed(1)} of ${duration.toFixed(1)} s`;
}

/** Which part is gone round in, and its ends without dragging. */
export function LoopBar({ studio, loop }: { studio: Studio; loop: Part }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const duration = useOriginalDuration(studio);
  const isHere = useObservable(studio.position).audio === "original";
  useFocusKept(group);
  useEffect(() => {
    group.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <fieldset ref={group} className="loop-bar">
      <legend className="visually-hidden">Loop</legend>
      <span className="loop-text">{loopText(loop, duration)}</span>
      <ActionButton allowed={isHere} shortcut="loop-from" onAct={() => moveLoopHere(studio, "from")}>
        Loop from here
      </ActionButton>
      <ActionButton allowed={isHere} shortcut="loop-to" onAct={() => moveLoopHere(studio, "to")}>
        Loop to here
      </ActionButton>
    </fieldset>
  );
}
