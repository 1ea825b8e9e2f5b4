/** @jsxImportSource preact */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import { drawWaveform, fitCanvas, type WaveformPalette } from "../audio/draw-waveform.ts";
import { recordingPeakCount, type WaveformData } from "../audio/peaks.ts";
import { layOutBars, layOutParts, type Size } from "../audio/waveform-geometry.ts";
import type { GuestApp } from "./guest-app.ts";

export function useShape(app: GuestApp, place: Place): WaveformData | null {
  const [shape, setShape] = useState<{ place: Place; data: WaveformData | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void app.sounds.shape(place).then((data) => isCurrent && setShape({ place, data }));
    return () => {
      isCurrent = false;
    };
  }, [app, place]);
  return shape?.place === place ? shape.data : null;
}

type Look = { size: Size; palette: WaveformPalette };

function readLook(canvas: HTMLCanvasElement): Look {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name);
  return {
    size: { width: Math.max(1, canvas.clientWidth), height: Math.max(1, canvas.clientHeight) },
    palette: {
      ...{ original: colour("--said-faint"), originalPlayed: colour("--said"), playhead: colour("--ink") },
      ...{ recording: "", recordingPlayed: "", gap: "" },
    },
  };
}

function useLook(canvas: RefObject<HTMLCanvasElement | null>): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const read = () => setLook(readLook(element));
    const resizing = new ResizeObserver(read);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    resizing.observe(element);
    dark.addEventListener("change", read);
    read();
    return () => {
      resizing.disconnect();
      dark.removeEventListener("change", read);
    };
  }, [canvas]);
  return look;
}

const flatPeaks = new Float32Array(recordingPeakCount);

/** `fraction` is the position in the recording, 0 to 1. */
export function RecordingShape({ shape, fraction }: { shape: WaveformData | null; fraction: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook(canvas);
  // Memoised, because playback does not change the bars.
  const scene = useMemo(() => {
    if (!look) return null;
    const parts = layOutParts(false, look.size);
    const originalBars = layOutBars(shape?.peaks ?? flatPeaks, parts.original, look.size.height);
    return { parts, originalBars, recordingBars: [], gaps: [] };
  }, [shape, look]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || !look || !scene) return;
    fitCanvas(element, devicePixelRatio);
    const playhead = fraction > 0 ? ({ part: "original", fraction } as const) : undefined;
    drawWaveform(context, { ...scene, playhead }, look.palette, look.size);
  }, [scene, look, fraction]);
  return <canvas ref={canvas} class="guest-shape" />;
}
