import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Practice } from "../../../../../domain/practice/practice.ts";
import { fractionAt, layOutParts, seekFractionForKey } from "../../../audio/waveform-geometry.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import type { Playhead } from "../studio/playhead.ts";
import type { Studio } from "../studio/studio.ts";
import { LoopHandles } from "./loop-handles.tsx";
import { isRecordingShown, renderWaveform } from "./waveform-renderer.ts";

type Props = { studio: Studio; practice: Practice };

function playingPart({ audio }: Playhead) {
  if (audio === "original") return "original";
  return audio === "own" ? "recording" : null;
}

function valueText({ audio, fraction, duration }: Playhead): string {
  if (audio === null) return "Nothing is playing";
  if (audio === "translation") return "The reference is playing";
  const name = audio === "own" ? "Your recording" : "Original";
  return `${name}, ${Math.floor(fraction * duration)} of ${Math.round(duration)} seconds`;
}

/** A move to another screen may change the ratio without a resize event. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const present = matchMedia(`(resolution: ${ratio}dppx)`);
    const onChange = () => setRatio(devicePixelRatio);
    present.addEventListener("change", onChange);
    return () => present.removeEventListener("change", onChange);
  }, [ratio]);
  return ratio;
}

/** Shows the original on the left and the recording on the right. */
export function Waveform({ studio, practice }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const position = useObservable(studio.position);
  const { fraction, duration } = position;
  const part = playingPart(position);
  const ratio = usePixelRatio();
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn for another pixel density.
  useEffect(() => (canvas.current ? renderWaveform(canvas.current, studio) : undefined), [studio, ratio]);

  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const stretch = part && layOutParts(isRecordingShown(practice), box)[part];
    if (stretch) studio.seek(fractionAt(stretch, clientX - box.left));
  };
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!part || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seekTo(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = part && seekFractionForKey(event.key, { fraction, duration });
    if (target === null) return;
    event.preventDefault();
    studio.seek(target);
  };

  return (
    <div className="waveform-stage" dir="ltr">
      <canvas
        ref={canvas}
        className="waveform"
        role="slider"
        tabIndex={0}
        aria-label="Position"
        aria-disabled={!part}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(fraction * 100)}
        aria-valuetext={valueText(position)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      {practice.loop && <LoopHandles studio={studio} loop={practice.loop} />}
    </div>
  );
}
