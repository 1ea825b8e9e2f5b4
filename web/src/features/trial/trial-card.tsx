import type { ReactNode } from "react";
import { clockTime } from "../../ui/clock-time.ts";
import { Bars } from "./bars.tsx";
import type { TrialState, Voice } from "./trial-state.ts";

/** How a voice looks before there is anything of it. */
const nothing = { peaks: [], seconds: 0 };

type TrialCardProps = {
  voice: Voice;
  title: string;
  state: TrialState;
  /** The bars of its waveform, and how long it is in seconds; null before there is anything. */
  sound: { peaks: readonly number[]; seconds: number } | null;
  /** The length of the longest voice, in seconds. */
  longest: number;
  action: ReactNode;
  children: ReactNode;
};

/** One voice of the segment: who it is, what to press, what is said, and how it looks. */
export function TrialCard({ voice, title, state, sound, longest, action, children }: TrialCardProps) {
  const { activity } = state;
  const isTurn = state.turn === voice;
  const fraction = isTurn && activity.kind === "playing" ? activity.fraction : null;
  const { peaks, seconds } = sound ?? nothing;
  // A recording that still runs fills its line from the left.
  const isWhole = sound !== null && !(isTurn && activity.kind === "recording");
  return (
    <section className="trial-card" data-voice={voice} data-turn={isTurn} aria-label={title}>
      <div className="trial-head">
        <p className="trial-voice">{title}</p>
        {action}
      </div>
      {children}
      <div className="trial-sound">
        <Bars voice={voice} peaks={peaks} fraction={sound ? fraction : 0} share={isWhole ? seconds / longest : 1} />
        <span className="trial-time">{sound && clockTime(seconds * (fraction ?? 1))}</span>
      </div>
    </section>
  );
}
