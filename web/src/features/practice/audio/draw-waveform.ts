import { type Bar, playheadX, type Size, type WaveformParts, waveformSize } from "./waveform-geometry.ts";

/** CSS colours. What was already played is drawn in the stronger one of its voice. */
export type WaveformPalette = {
  original: string;
  originalPlayed: string;
  recording: string;
  recordingPlayed: string;
  playhead: string;
};

/** All that a picture shows; make the bars anew only when peaks or layout change. */
export type WaveformScene = {
  parts: WaveformParts;
  originalBars: readonly Bar[];
  recordingBars: readonly Bar[];
  /** What plays or is positioned, with its fraction of 0 to 1. */
  playhead: { part: keyof WaveformParts; fraction: number } | undefined;
};

const playheadWidth = 2;

/**
 * Gives the canvas as many device pixels as it covers on the screen.
 * @returns whether the canvas was resized, and so emptied.
 */
export function fitCanvas(canvas: HTMLCanvasElement, devicePixelRatio: number): boolean {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

function drawBars(
  context: CanvasRenderingContext2D,
  bars: readonly Bar[],
  from: number,
  to: number,
  colour: string,
): void {
  context.fillStyle = colour;
  for (const bar of bars) {
    if (bar.x >= from && bar.x < to) context.fillRect(bar.x, bar.y, bar.width, bar.height);
  }
}

/** Draws a scene laid out on `size` over the whole canvas, however many device pixels that has. */
export function drawWaveform(
  context: CanvasRenderingContext2D,
  scene: WaveformScene,
  palette: WaveformPalette,
  size: Size = waveformSize,
): void {
  const { parts, playhead } = scene;
  const { canvas } = context;
  context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const stretch = playhead && parts[playhead.part];
  const headX = playhead && stretch ? playheadX(stretch, playhead.fraction) : 0;
  const originalX = playhead?.part === "original" ? headX : 0;
  drawBars(context, scene.originalBars, 0, originalX, palette.originalPlayed);
  drawBars(context, scene.originalBars, originalX, size.width, palette.original);
  if (parts.recording) {
    const recordingX = playhead?.part === "recording" ? headX : parts.recording.x;
    drawBars(context, scene.recordingBars, parts.recording.x, recordingX, palette.recordingPlayed);
    drawBars(context, scene.recordingBars, recordingX, size.width, palette.recording);
  }
  if (!stretch) return;
  context.fillStyle = palette.playhead;
  context.fillRect(Math.min(headX, size.width - playheadWidth), 0, playheadWidth, size.height);
}
