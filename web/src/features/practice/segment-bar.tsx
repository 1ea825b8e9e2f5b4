import { controlsOf, type Practice } from "../../../../domain/practice.ts";
import { ActionButton } from "./action-button.tsx";
import type { Studio } from "./studio.ts";
import "./segment-bar.css";

type Props = { studio: Studio; practice: Practice };

function SegmentDots({ segments, index }: Practice) {
  return (
    <span className="segment-dots" aria-hidden="true">
      {segments.map(({ completed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments keep their places.
        <i key={at} data-completed={completed} data-current={at === index} />
      ))}
    </span>
  );
}

/** From one segment to the next, always in reach at the bottom. */
export function SegmentBar({ studio, practice }: Props) {
  const { previous, next, finish } = controlsOf(practice);
  const isLast = practice.index === practice.segments.length - 1;
  return (
    <nav className="bottom-bar" aria-label="Segments">
      <ActionButton allowed={previous} shortcut="previous" onAct={() => studio.send({ type: "previous" })}>
        Previous
      </ActionButton>
      <SegmentDots {...practice} />
      <ActionButton
        voice="ink"
        allowed={isLast ? finish : next}
        shortcut="next"
        onAct={() => studio.send({ type: isLast ? "finish" : "next" })}
      >
        {isLast ? "Finish" : "Next"}
      </ActionButton>
    </nav>
  );
}
