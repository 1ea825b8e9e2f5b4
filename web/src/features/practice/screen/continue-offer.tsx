import { type RefObject, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { segmentParameter } from "../../../../../domain/http/pages.ts";
import { continueOffer } from "../../../../../domain/practice/continue-offer.ts";
import { controlsOf, type Practice } from "../../../../../domain/practice/practice.ts";
import { Button } from "../../../ui/button.tsx";
import type { Studio } from "../studio/studio.ts";

function useHasMovedOn({ index, activity }: Practice): boolean {
  const [opened] = useSearchParams();
  const [hasMovedOn, setHasMovedOn] = useState(() => opened.has(segmentParameter));
  const moves = index !== 0 || activity.kind === "recording";
  useEffect(() => {
    if (moves) setHasMovedOn(true);
  }, [moves]);
  return hasMovedOn || moves;
}

type Props = {
  studio: Studio;
  practice: Practice;
  /** The row with one button for each segment. */
  jumps: RefObject<HTMLDivElement | null>;
};

export function ContinueOffer({ studio, practice, jumps }: Props) {
  const hasMovedOn = useHasMovedOn(practice);
  const at = hasMovedOn ? null : continueOffer(practice);
  if (at === null) return null;
  const jump = () => {
    studio.send({ type: "go-to", index: at });
    // The offer disappears, so the focus moves to the button of the segment.
    const button = jumps.current?.children[at];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div className="continue-offer">
      <Button disabled={!controlsOf(practice).goTo} onClick={jump}>
        Continue at segment {at + 1}
      </Button>
    </div>
  );
}
