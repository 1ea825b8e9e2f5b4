import { barCount } from "./bar-count.ts";
import type { TrialPart } from "./trial-state.ts";

const barPitch = 3;
const height = 40;
const lowest = 1;
const width = barCount * barPitch - 1;

function barsPath(peaks: readonly number[]): string {
  return Array.from({ length: barCount }, (_, at) => {
    const tall = Math.max(lowest, (peaks[at] ?? 0) * height);
    return `M${at * barPitch + 1} ${(height - tall) / 2}v${tall}`;
  }).join("");
}

type BarsProps = {
  part: TrialPart;
  peaks: readonly number[];
  /** Played part of the audio, 0 to 1. Null draws all bars as played. */
  fraction: number | null;
  /** Part of the width that the bars take, up to 1. */
  share: number;
};

export function WaveformBars({ part, peaks, fraction, share }: BarsProps) {
  const path = barsPath(peaks);
  return (
    <svg
      className="trial-bars"
      viewBox={`0 0 ${width / share} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <clipPath id={`trial-${part}`}>
        <rect width={width * (fraction ?? 1)} height={height} />
      </clipPath>
      <path className="trial-bars-ahead" d={path} />
      <path className="trial-bars-heard" d={path} clipPath={`url(#trial-${part})`} />
    </svg>
  );
}
