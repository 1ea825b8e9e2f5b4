import { useEffect, useRef } from "react";
import { fitCanvas } from "../../audio/draw-waveform.ts";
import type { WaveformData } from "../../audio/peaks.ts";
import { layOutBars } from "../../audio/waveform-geometry.ts";

function drawWaveformBars(canvas: HTMLCanvasElement, { peaks, seconds }: WaveformData, longestSeconds: number): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  // A hidden canvas has no width.
  if (!context || width === 0) return;
  fitCanvas(canvas, devicePixelRatio);
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  const stretch = { x: 0, width: longestSeconds > 0 ? (width * seconds) / longestSeconds : width };
  for (const bar of layOutBars(peaks, stretch, height)) context.fillRect(bar.x, bar.y, bar.width, bar.height);
}

type Props = {
  shape: WaveformData | null;
  /** The duration that fills the whole width. */
  longestSeconds: number;
};

export function MiniWaveform({ shape, longestSeconds }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !shape) return;
    const redraw = () => drawWaveformBars(element, shape, longestSeconds);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const resizing = new ResizeObserver(redraw);
    resizing.observe(element);
    dark.addEventListener("change", redraw);
    redraw();
    return () => {
      resizing.disconnect();
      dark.removeEventListener("change", redraw);
      element.getContext("2d")?.reset();
    };
  }, [shape, longestSeconds]);
  return (
    <div className="voice-picture" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
