/** Logical pixels. */
export type Size = { width: number; height: number };

/** The canvas on which positions are given; it is scaled to the room it has. */
export const waveformSize: Size = { width: 1200, height: 120 };

/** Part of the width that the original keeps while a recording is shown. */
const originalShare = 0.65;
/** From one bar to the next; several peaks share a bar, since thinner ones blur. */
const barPitch = 3;
const barWidth = 2;
/** Silence stays visible as a line. */
const lowestBar = 2;

/** A stretch of the canvas, in logical pixels. */
export type Stretch = { x: number; width: number };

/** Where the two waveforms lie; the original is always on the left. */
export type WaveformParts = { original: Stretch; recording: Stretch | undefined };

/** One bar, in logical pixels, `x` and `y` being its upper left corner. */
export type Bar = { x: number; y: number; width: number; height: number };

/** A place to seek to; `fraction` is 0 to 1 of that recording. */
export type WaveformPlace = { part: keyof WaveformParts; fraction: number };

/** @param showsRecording whether a recording exists, runs or is being processed. */
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

/** Bars for peaks of 0 to 1, centred on the middle line; at most one per peak. */
export function layOutBars(peaks: ArrayLike<number>, stretch: Stretch, height: number = waveformSize.height): Bar[] {
  const count = Math.min(peaks.length, Math.floor(stretch.width / barPitch));
  const pitch = stretch.width / Math.max(1, count);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.floor(((at + 1) * peaks.length) / count);
    const barHeight = Math.max(lowestBar, highestPeak(peaks, from, to) * height);
    return {
      x: stretch.x + at * pitch,
      y: (height - barHeight) / 2,
      width: Math.min(pitch, (pitch * barWidth) / barPitch),
      height: barHeight,
    };
  });
}

function clampFraction(value: number): number {
  return Math.max(0, Math.min(1, value));
}

/** Where the playhead stands, in logical pixels. */
export function playheadX(stretch: Stretch, fraction: number): number {
  return stretch.x + stretch.width * clampFraction(fraction);
}

/** What lies at `x` (logical pixels); outside the canvas it is the nearest end. */
export function placeAt(parts: WaveformParts, x: number): WaveformPlace {
  const { original, recording } = parts;
  const isRecording = recording !== undefined && x >= recording.x;
  const stretch = isRecording ? recording : original;
  return { part: isRecording ? "recording" : "original", fraction: seekFraction(stretch, x) };
}

/** The fraction, 0 to 1, of a stretch at `x` (logical pixels); beyond its ends it is the nearest one. */
export function seekFraction(stretch: Stretch, x: number): number {
  return stretch.width > 0 ? clampFraction((x - stretch.x) / stretch.width) : 0;
}

/** How far the keys move, in seconds. */
const smallStep = 1;
const largeStep = 5;

/**
 * Where a key moves a slider to, as a fraction of 0 to 1; null for keys that do not move it.
 * @param duration of the whole in seconds; while it is not known (0), only the ends can be reached.
 */
export function seekKeys(key: string, { fraction, duration }: { fraction: number; duration: number }): number | null {
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

/**
 * Peaks to show when a sound cannot be decoded: like speech in words and pauses, the same for the same seed.
 * @param seed whole number, for instance the segment's index.
 */
export function placeholderPeaks(count: number, seed: number): Float32Array {
  // A linear congruential generator: the picture must not jump when it is drawn again.
  let state = (Math.imul(seed, 2_654_435_761) + 1) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const phase = random() * Math.PI * 2;
  return Float32Array.from({ length: count }, (_, at) => {
    const word = 0.5 + 0.5 * Math.sin(phase + at * 0.11) * Math.sin(phase + at * 0.029);
    return 0.08 + 0.72 * word * (0.4 + 0.6 * random());
  });
}
