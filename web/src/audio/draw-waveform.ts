import { type Bar, playheadX, type Size, type WaveformParts, waveformSize } from "./waveform-geometry.ts";

/** CSS colours. */
export type WaveformPalette = {
  original: string;
  originalPlayed: string;
  recording: string;
  recordingPlayed: string;
  playhead: string;
  gap: string;
};

/** Reuse an unchanged `originalBars` array, because `drawWaveform` caches the drawing of an array. */
export type WaveformScene = {
  parts: WaveformParts;
  originalBars: readonly Bar[];
  recordingBars: readonly Bar[];
  /** Positions of missing audio in the recording, 0 to 1. */
  gaps: readonly number[];
  playhead: { part: keyof WaveformParts; fraction: number } | undefined;
};

const playheadWidth = 2;
/** The line of a gap is dashed, to distinguish the line from the playhead. */
const gapWidth = 2;
const gapDash = 6;

/** Returns true if the canvas was resized, which clears the canvas. */
export function fitCanvas(canvas: HTMLCanvasElement, devicePixelRatio: number): boolean {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

function drawBars(
  context: Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect">,
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

function drawGaps(
  context: Pick<CanvasRenderingContext2D, "fillStyle" | "fillRect">,
  places: readonly number[],
  colour: string,
  { height }: Size,
): void {
  context.fillStyle = colour;
  for (const x of places) {
    for (let y = 0; y < height; y += 2 * gapDash) context.fillRect(Math.round(x) - gapWidth / 2, y, gapWidth, gapDash);
  }
}

type Layer = { bars: readonly Bar[]; colour: string; canvas: OffscreenCanvas };

const layersByContext = new WeakMap<CanvasRenderingContext2D, Map<string, Layer>>();

function layerFor(
  context: CanvasRenderingContext2D,
  name: string,
  bars: readonly Bar[],
  colour: string,
  size: Size,
): OffscreenCanvas | null {
  if (!("OffscreenCanvas" in globalThis)) return null;
  const { width, height } = context.canvas;
  const layers = layersByContext.get(context) ?? new Map<string, Layer>();
  layersByContext.set(context, layers);
  const known = layers.get(name);
  if (
    known?.bars === bars &&
    known.colour === colour &&
    known.canvas.width === width &&
    known.canvas.height === height
  ) {
    return known.canvas;
  }
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d");
  if (!drawing) return null;
  drawing.setTransform(width / size.width, 0, 0, height / size.height, 0, 0);
  drawBars(drawing, bars, 0, size.width, colour);
  layers.set(name, { bars, colour, canvas });
  return canvas;
}

/** Uses cached layers if possible, because most frames move only the playhead. */
function drawOriginal(
  context: CanvasRenderingContext2D,
  { originalBars }: WaveformScene,
  palette: WaveformPalette,
  size: Size,
  headX: number,
): void {
  const played = headX > 0 ? layerFor(context, "played", originalBars, palette.originalPlayed, size) : null;
  const coming = layerFor(context, "coming", originalBars, palette.original, size);
  if (!coming || (headX > 0 && !played)) {
    drawBars(context, originalBars, 0, headX, palette.originalPlayed);
    drawBars(context, originalBars, headX, size.width, palette.original);
    return;
  }
  const { width, height } = context.canvas;
  // In whole device pixels, because a cut inside a pixel would blur a bar.
  const cut = Math.round((headX / size.width) * width);
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (played && cut > 0) context.drawImage(played, 0, 0, cut, height, 0, 0, cut, height);
  if (cut < width) context.drawImage(coming, cut, 0, width - cut, height, cut, 0, width - cut, height);
}

function fitLogicalSize(context: CanvasRenderingContext2D, size: Size): void {
  const { width, height } = context.canvas;
  context.setTransform(width / size.width, 0, 0, height / size.height, 0, 0);
}

/** The scene's coordinates are laid out for `size`. */
export function drawWaveform(
  context: CanvasRenderingContext2D,
  scene: WaveformScene,
  palette: WaveformPalette,
  size: Size = waveformSize,
): void {
  const { parts, playhead } = scene;
  fitLogicalSize(context, size);
  context.clearRect(0, 0, size.width, size.height);
  const stretch = playhead && parts[playhead.part];
  // In whole pixels, because a line between two pixels would be blurred over three.
  const headX = playhead && stretch ? Math.round(playheadX(stretch, playhead.fraction)) : 0;
  drawOriginal(context, scene, palette, size, playhead?.part === "original" ? headX : 0);
  fitLogicalSize(context, size);
  const { recording } = parts;
  if (recording) {
    const recordingX = playhead?.part === "recording" ? headX : recording.x;
    drawBars(context, scene.recordingBars, recording.x, recordingX, palette.recordingPlayed);
    drawBars(context, scene.recordingBars, recordingX, size.width, palette.recording);
    drawGaps(
      context,
      scene.gaps.map((gap) => playheadX(recording, gap)),
      palette.gap,
      size,
    );
  }
  if (!stretch) return;
  context.fillStyle = palette.playhead;
  context.fillRect(Math.min(headX, size.width - playheadWidth), 0, playheadWidth, size.height);
}
