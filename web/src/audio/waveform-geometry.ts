/** In CSS pixels. */
export type Size = { width: number; height: number };

export const waveformSize: Size = { width: 1200, height: 120 };

const originalShare = 0.65;
/** The minimum distance from the start of one bar to the start of the next, in CSS pixels. */
const barPitch = 3;
const barWidth = 2;
/** In CSS pixels. Silence stays visible as a line. */
const lowestBar = 2;

/** In CSS pixels. */
export type CanvasSpan = { x: number; width: number };

export type WaveformParts = { original: CanvasSpan; recording: CanvasSpan | undefined };

/** In CSS pixels. */
export type Bar = { x: number; y: number; width: number; height: number };

export type WaveformPosition = { part: keyof WaveformParts; fraction: number };

export function layOutParts(showsRecording: boolean, size: Size = waveformSize): WaveformParts {
  const width = showsRecording ? size.width * originalShare : size.width;
  return {
    original: { x: 0, width },
    recording: showsRecording ? { x: width, width: size.width - width } : undefined,
  };
}

function highestPeak(peaks: ArrayLike<number>, from: number, to: number): number {
  let highest = 0;
  for (let at = from; at < to; at += 1) highest = Math.max(highest, peaks[at] ?? 0);
  return Math.min(1, highest);
}

/**
 * @param peaks 0 to 1
 * @returns bars with edges at whole CSS pixels, which avoids blurred edges at a pixel ratio of 1
 */
export function layOutBars(peaks: ArrayLike<number>, stretch: CanvasSpan, height: number = waveformSize.height): Bar[] {
  const count = Math.min(peaks.length, Math.floor(stretch.width / barPitch));
  const pitch = stretch.width / Math.max(1, count);
  const middle = Math.floor(height / 2);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.floor(((at + 1) * peaks.length) / count);
    const half = Math.max(lowestBar / 2, Math.round(highestPeak(peaks, from, to) * middle));
    return { x: Math.ceil(stretch.x + at * pitch), y: middle - half, width: barWidth, height: 2 * half };
  });
}

function clampFraction(value: number): number {
  return Math.max(0, Math.min(1, value));
}

export function playheadX(stretch: CanvasSpan, fraction: number): number {
  return stretch.x + stretch.width * clampFraction(fraction);
}

/** @param x in CSS pixels */
export function positionAt(parts: WaveformParts, x: number): WaveformPosition {
  const { original, recording } = parts;
  const isRecording = recording !== undefined && x >= recording.x;
  const stretch = isRecording ? recording : original;
  return { part: isRecording ? "recording" : "original", fraction: fractionAt(stretch, x) };
}

/** @param x in CSS pixels */
export function fractionAt(stretch: CanvasSpan, x: number): number {
  return stretch.width > 0 ? clampFraction((x - stretch.x) / stretch.width) : 0;
}

/** In seconds. */
const smallStep = 1;
const largeStep = 5;

/** @param duration in seconds; 0 if unknown */
export function seekFractionForKey(
  key: string,
  { fraction, duration }: { fraction: number; duration: number },
): number | null {
  const by = (seconds: number) =>
    duration > 0 ? clampFraction(fraction + seconds / duration) : clampFraction(fraction);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return by(smallStep);
    case "ArrowLeft":
    case "ArrowDown":
      return by(-smallStep);
    case "PageUp":
      return by(largeStep);
    case "PageDown":
      return by(-largeStep);
    case "Home":
      return 0;
    case "End":
      return 1;
    default:
      return null;
  }
}
