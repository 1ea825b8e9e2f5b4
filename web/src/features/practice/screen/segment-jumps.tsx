import { type CSSProperties, type KeyboardEvent, type RefObject, useState } from "react";
import {
  controlsOf,
  countAttempts,
  type Practice,
  type SegmentPractice,
  segmentProgressOf,
} from "../../../../../domain/practice/practice.ts";
import { countedText } from "../../../ui/counted-text.ts";
import type { Studio } from "../studio/studio.ts";

/** The count of attempts starts at 1 even if there was no attempt. */
function segmentName(position: number, segment: SegmentPractice): string {
  const attempts = countAttempts(segment);
  const progress = segmentProgressOf(segment);
  // The progress of a segment that seems new may only be unknown, for example before it is loaded.
  const name = progress === "new" ? `Segment ${position + 1}` : `Segment ${position + 1}, ${progress}`;
  if (attempts === 1 && segment.recordings.length === 0) return name;
  return `${name}, ${countedText(attempts, "attempt")}`;
}

function focusIndexForKey(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return Math.min(count - 1, at + 1);
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

type Props = { studio: Studio; practice: Practice; row: RefObject<HTMLDivElement | null> };

export function SegmentJumps({ studio, practice, row }: Props) {
  const { index, segments } = practice;
  const { goTo } = controlsOf(practice);
  const [focused, setFocused] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = focusIndexForKey(event.key, focused ?? index, segments.length);
    const button = target === null ? undefined : row.current?.children[target];
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    button.focus();
  };
  const count: CSSProperties & { "--segment-count": number } = { "--segment-count": segments.length };
  return (
    <div
      ref={row}
      className="segment-jumps"
      style={count}
      dir="ltr"
      role="toolbar"
      aria-label="Go to a segment"
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(null)}
    >
      {segments.map((segment, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: segments never change their order.
          key={at}
          type="button"
          aria-label={segmentName(at, segment)}
          aria-current={at === index ? "step" : undefined}
          aria-disabled={!goTo}
          tabIndex={at === (focused ?? index) ? 0 : -1}
          data-progress={segmentProgressOf(segment)}
          onFocus={() => setFocused(at)}
          onClick={() => studio.send({ type: "go-to", index: at })}
        >
          {at + 1}
        </button>
      ))}
    </div>
  );
}
