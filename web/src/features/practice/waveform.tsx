import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import type { Practice } from "../../../../domain/practice.ts";
import { layOutParts, placeAt, waveformSize } from "./audio/waveform-geometry.ts";
import { useObservable } from "./observable.ts";
import type { Studio } from "./studio.ts";
import { showsRecording, watchWaveform } from "./waveform-picture.ts";

type Props = { studio: Studio; practice: Practice };

const keyboardStep = 0.05;

function valueText(audio: string | null, fraction: number): string {
  if (audio !== "original" && audio !== "own") return "Nothing is playing";
  return `${audio === "own" ? "Your recording" : "Original"}, ${Math.round(fraction * 100)} percent`;
}

/** The original on the left, the learner's take on the right; press it to move within what plays. */
export function Waveform({ studio, practice }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { audio, fraction } = useObservable(studio.position);
  useEffect(() => (canvas.current ? watchWaveform(canvas.current, studio) : undefined), [studio]);

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * waveformSize.width;
    const place = placeAt(layOutParts(showsRecording(practice)), x);
    if ((place.part === "original") === (audio === "original")) studio.seek(place.fraction);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: fraction + keyboardStep,
      ArrowLeft: fraction - keyboardStep,
      Home: 0,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    studio.seek(target);
  };

  return (
    <canvas
      ref={canvas}
      className="waveform"
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuetext={valueText(audio, fraction)}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
