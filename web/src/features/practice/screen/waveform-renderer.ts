import { currentSegment, type Gap, type Practice, shownRecording } from "../../../../../domain/practice/practice.ts";
import { drawWaveform, fitCanvas, type WaveformPalette } from "../../../audio/draw-waveform.ts";
import { type Bar, layOutBars, layOutParts, type Size } from "../../../audio/waveform-geometry.ts";
import type { Studio } from "../studio/studio.ts";

export function isRecordingShown(practice: Practice): boolean {
  const { kind } = practice.activity;
  return kind === "recording" || kind === "processing" || shownRecording(practice) !== null;
}

export function shownGaps(practice: Practice): { gaps: readonly Gap[]; durationSeconds: number } {
  const number = shownRecording(practice);
  const recording = currentSegment(practice).recordings.find((each) => each.number === number);
  return { gaps: recording?.gaps ?? [], durationSeconds: recording?.durationSeconds ?? 0 };
}

const canvasSize = ({ clientWidth, clientHeight }: HTMLCanvasElement): Size => ({
  width: clientWidth,
  height: clientHeight,
});

function readPalette(canvas: HTMLCanvasElement): WaveformPalette {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    original: colour("--heard-faint"),
    originalPlayed: colour("--heard"),
    recording: colour("--said-faint"),
    recordingPlayed: colour("--said"),
    playhead: colour("--ink"),
    gap: colour("--ink"),
  };
}

const noPeaks = new Float32Array(0);

export function renderWaveform(canvas: HTMLCanvasElement, studio: Studio): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => undefined;
  let palette = readPalette(canvas);
  let original: Float32Array = noPeaks;
  let own: Float32Array = noPeaks;
  let shownFor = "";
  let heard = studio.segmentAudio.states.get().original;
  let frame = 0;
  let over = false;

  const ownBars = (practice: Practice): Bar[] => {
    const size = canvasSize(canvas);
    const { recording } = layOutParts(isRecordingShown(practice), size);
    if (!recording) return [];
    const live = practice.activity.kind === "recording" || practice.activity.kind === "processing";
    return layOutBars(live ? studio.liveRecording.peaks() : own, recording, size.height);
  };

  const ownGaps = (practice: Practice): number[] => {
    const { gaps, durationSeconds } = shownGaps(practice);
    return gaps.map(({ atSeconds }) => atSeconds / durationSeconds);
  };

  let originalBars: Bar[] = [];
  const draw = () => {
    frame = 0;
    const practice = studio.practice.get();
    const size = canvasSize(canvas);
    const parts = layOutParts(isRecordingShown(practice), size);
    const { audio, fraction } = studio.position.get();
    const part = audio === "original" ? "original" : audio === "own" ? "recording" : null;
    fitCanvas(canvas, devicePixelRatio);
    const playhead = part ? ({ part, fraction } as const) : undefined;
    const recordingBars = ownBars(practice);
    drawWaveform(context, { parts, originalBars, recordingBars, gaps: ownGaps(practice), playhead }, palette, size);
  };
  const redraw = () => {
    if (frame === 0 && !over) frame = requestAnimationFrame(draw);
  };
  const layOut = () => {
    const size = canvasSize(canvas);
    originalBars = layOutBars(
      original,
      layOutParts(isRecordingShown(studio.practice.get()), size).original,
      size.height,
    );
    redraw();
  };

  const load = async () => {
    const practice = studio.practice.get();
    const { index } = practice;
    const recording = shownRecording(practice);
    const key = `${index} ${recording}`;
    layOut();
    if (key === shownFor) return;
    const segmentChanged = !shownFor.startsWith(`${index} `);
    shownFor = key;
    if (segmentChanged) original = noPeaks;
    own = noPeaks;
    layOut();
    const [spoken, said] = await Promise.all([
      studio.segmentAudio.loadWaveform(index, "original"),
      recording === null ? null : studio.recordings.loadPeaks(recording),
    ]);
    if (over || shownFor !== key) return;
    original = spoken.peaks;
    own = said ?? noPeaks;
    layOut();
  };

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const repaint = () => {
    palette = readPalette(canvas);
    redraw();
  };
  const resizing = new ResizeObserver(layOut);
  resizing.observe(canvas);
  dark.addEventListener("change", repaint);
  const unsubscribe = [
    studio.practice.subscribe(() => void load()),
    studio.position.subscribe(redraw),
    studio.segmentAudio.states.subscribe(() => {
      const before = heard;
      heard = studio.segmentAudio.states.get().original;
      if (heard !== "ready" || heard === before) return;
      // Loads again, because an earlier load may have returned a flat waveform.
      shownFor = "";
      void load();
    }),
    studio.liveRecording.blocks.subscribe(redraw),
  ];
  void load();

  return () => {
    over = true;
    cancelAnimationFrame(frame);
    resizing.disconnect();
    dark.removeEventListener("change", repaint);
    for (const stop of unsubscribe) stop();
  };
}
