import type { Segment } from "../../../../../domain/content/pack.ts";

/** How fast a dialogue is spoken where its pack names no seconds, in words a second. */
const wordsASecond = 2.3;
/** What a candidate says takes longer than the reference, and has pauses. */
const slowness = 1.3;
/** Between the end of a segment and the first word, and between the last word and the next segment. */
const betweenSeconds = 4;
/** To read a briefing, and to breathe between two dialogues. */
const briefingSeconds = 45;

const spokenIn = (text: string) => text.split(/\s+/).length / wordsASecond;

/** How long a mock of such dialogues takes, as far as that can be said beforehand, in seconds. */
export function estimateSeconds(dialogues: readonly { segments: readonly Segment[] }[]): number {
  const ofSegment = ({ original_script, translated_script, original_seconds, translated_seconds }: Segment) =>
    (original_seconds ?? spokenIn(original_script)) +
    slowness * (translated_seconds ?? spokenIn(translated_script)) +
    betweenSeconds;
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  return segments.reduce((sum, segment) => sum + ofSegment(segment), dialogues.length * briefingSeconds);
}
