import { barCount } from "./bar-count.ts";
import type { Voice } from "./trial-state.ts";

const pitch = 3;
const height = 40;
const lowest = 1;
const width = barCount * pitch - 1;

function outline(peaks: readonly number[]): string {
  return Array.from({ length: barCount }, (_, at) => {
    const tall = Math.max(lowest, (peaks[at] ?? 0) * height);
    return `M${at * pitch + 1} ${(height - tall) / 2}v${tall}`;
  }).join("");
}

type BarsProps = {
  voice: Voice;
  peaks: readonly number[];
  /** How much of it was heard; null where that is not the question. */
  fraction: number | null;
  /** How long it is beside the longest of the voices, above 0 to 1: all have one time scale. */
  share: number;
};

/** The waveform of a voice. */
export function Bars({ voice, peaks, fraction, share }: BarsProps) {
  const path = outline(peaks);
  return (
    <svg
      className="trial-bars"
      viewBox={`0 0 ${width / share} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <clipPath id={`trial-${voice}`}>
        <rect width={width * (fraction ?? 1)} height={height} />
      </clipPath>
      <path className="trial-bars-ahead" d={path} />
      <path className="trial-bars-heard" d={path} clipPath={`url(#trial-${voice})`} />
    </svg>
  );
}
