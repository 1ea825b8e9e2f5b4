import type { RefObject } from "react";
import { controlsOf, type Practice } from "../../../../../domain/practice/practice.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionButton } from "./action-button.tsx";
import { SegmentJumps } from "./segment-jumps.tsx";
import "./segment-bar.css";

type Props = {
  studio: Studio;
  practice: Practice;
  jumps: RefObject<HTMLDivElement | null>;
  isNextProminent: boolean;
};

export function SegmentBar({ studio, practice, jumps, isNextProminent }: Props) {
  const { previous, next, finish } = controlsOf(practice);
  const isLast = practice.index === practice.segments.length - 1;
  return (
    <nav className="bottom-bar" aria-label="Segments">
      <ActionButton allowed={previous} shortcut="previous" onAct={() => studio.send({ type: "previous" })}>
        Previous
      </ActionButton>
      <SegmentJumps studio={studio} practice={practice} row={jumps} />
      <ActionButton
        variant={isNextProminent ? "ink" : "plain"}
        allowed={isLast ? finish : next}
        shortcut="next"
        onAct={() => studio.send({ type: isLast ? "finish" : "next" })}
      >
        {isLast ? "Finish" : "Next"}
      </ActionButton>
    </nav>
  );
}
