import type { ReactNode } from "react";
import { clockTime } from "../../ui/clock-time.ts";
import type { TrialPart, TrialState } from "./trial-state.ts";
import { WaveformBars } from "./waveform-bars.tsx";

const emptyWaveform = { peaks: [], seconds: 0 };

type TrialCardProps = {
  part: TrialPart;
  title: string;
  state: TrialState;
  waveform: { peaks: readonly number[]; seconds: number } | null;
  longestSeconds: number;
  action: ReactNode;
  children: ReactNode;
};

export function TrialCard({ part, title, state, waveform, longestSeconds, action, children }: TrialCardProps) {
  const { activity } = state;
  const isTurn = state.part === part;
  const fraction = isTurn && activity.kind === "playing" ? activity.fraction : null;
  const { peaks, seconds } = waveform ?? emptyWaveform;
  // A running recording fills its waveform from the left.
  const isWhole = waveform !== null && !(isTurn && activity.kind === "recording");
  return (
    <section className="trial-card" data-voice={part} data-turn={isTurn} aria-label={title}>
      <div className="trial-head">
        <p className="trial-voice">{title}</p>
        {action}
      </div>
      {children}
      <div className="trial-sound">
        <WaveformBars
          part={part}
          peaks={peaks}
          fraction={waveform ? fraction : 0}
          share={isWhole ? seconds / longestSeconds : 1}
        />
        <span className="trial-time">{waveform && clockTime(seconds * (fraction ?? 1))}</span>
      </div>
    </section>
  );
}
