import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { clockTime } from "../../../ui/clock-time.ts";
import { recordingLengthText } from "../../recording/recording-labels.ts";
import type { Studio } from "../studio/studio.ts";

/** `seconds` is the duration; null or 0 while unknown. */
type Props = { studio: Studio; of: PracticeAudio; seconds: number | null };

export function AudioTime({ studio, of, seconds }: Props) {
  const { audio, fraction, duration } = useObservable(studio.position);
  const whole = audio === of && duration > 0 ? duration : seconds;
  const isHeard = audio === of && duration > 0;
  return (
    <p className="voice-time">
      {isHeard && `${clockTime(fraction * duration)} / `}
      {whole !== null && whole > 0 && recordingLengthText(whole)}
    </p>
  );
}
