import { type CSSProperties, useRef } from "react";
import type { LoopRange } from "../../../../../domain/practice/practice.ts";
import { moveLoopEnd } from "../../../audio/loop.ts";
import { layOutParts, waveformSize } from "../../../audio/waveform-geometry.ts";
import type { Studio } from "../studio/studio.ts";
import { useFocusReturn, useOriginalDuration } from "./loop-part.ts";
import "./loop.css";

/** Approximate step of an arrow key. */
const stepSeconds = 0.1;

const ends = [
  ["from", "Loop start"],
  ["to", "Loop end"],
] as const;

type Props = { studio: Studio; loop: LoopRange };

export function LoopHandles({ studio, loop }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const duration = useOriginalDuration(studio);
  useFocusReturn(group);
  // A loop exists only if a recording is shown, so the original takes only a part of the width.
  const share = layOutParts(true).original.width / waveformSize.width;
  const steps = Math.max(1, Math.round(duration / stepSeconds));
  const place: CSSProperties & Record<"--share" | "--from" | "--to", number> = {
    "--share": share,
    "--from": loop.from,
    "--to": loop.to,
  };
  return (
    <div ref={group} className="loop-handles" style={place}>
      <div className="loop-part" />
      {duration > 0 &&
        ends.map(([end, name]) => (
          <input
            key={end}
            type="range"
            className="loop-handle"
            data-end={end}
            aria-label={name}
            aria-valuetext={`${(loop[end] * duration).toFixed(1)} of ${duration.toFixed(1)} seconds`}
            min={0}
            max={steps}
            value={Math.round(loop[end] * steps)}
            onChange={({ target }) => {
              const part = moveLoopEnd(loop, end, target.valueAsNumber / steps, duration);
              studio.send({ type: "choose-part", part });
            }}
          />
        ))}
    </div>
  );
}
