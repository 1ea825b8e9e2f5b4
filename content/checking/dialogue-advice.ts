import type { Segment } from "../../domain/content/pack.ts";
import { wordsIn } from "../authoring/script-length.ts";

type Turn = Pick<Segment, "name" | "original_script" | "translated_script"> &
  Partial<Pick<Segment, "original_seconds" | "translated_seconds">>;

const maxNameLength = 60;
/** Consecutive turns of one speaker. With more turns, a dialogue sounds like a speech. */
const maxTurns = 2;
/** Shorter originals, such as "Yes, please.", may be repeated. */
const leastRepeatedWords = 3;
/** In words a second. The recordings of the sample pack have 1.1 to 3.7 words a second, pauses included. */
const paces = { slowest: 0.6, fastest: 5.5 };
/** Seconds of a recording that may have no speech: `silence` at both ends together, and `pause` within. */
const allowance = { silence: 0.3, pause: 2 };

export function findDialogueAdvice(segments: readonly Turn[]): string[] {
  return [
    ...segments.flatMap(({ name }, index) => {
      const letters = [...name].length;
      return letters > maxNameLength
        ? [`segment ${index + 1} has a speaker's name of ${letters} letters; use at most ${maxNameLength}`]
        : [];
    }),
    ...findMonologues(segments),
    ...findRepetitions(segments),
    ...segments.flatMap((segment, index) => findPaceAdvice(segment).map((advice) => `segment ${index + 1} ${advice}`)),
  ];
}

function findMonologues(segments: readonly Turn[]): string[] {
  const advice: string[] = [];
  let first = 0;
  for (const [index, { name }] of segments.entries()) {
    if (name !== segments[first]?.name) first = index;
    const isLast = segments[index + 1]?.name !== name;
    if (isLast && index - first + 1 > maxTurns)
      advice.push(`segments ${first + 1} to ${index + 1} have the same speaker, “${name.slice(0, maxNameLength)}”`);
  }
  return advice;
}

function findRepetitions(segments: readonly Turn[]): string[] {
  const seen = new Map<string, number>();
  return segments.flatMap(({ original_script, translated_script }, index) => {
    const texts = JSON.stringify([original_script, translated_script]);
    const before = seen.get(texts);
    if (before === undefined) seen.set(texts, index);
    if (before === undefined || wordsIn(original_script) < leastRepeatedWords) return [];
    return [`segment ${index + 1} repeats segment ${before + 1}`];
  });
}

function findPaceAdvice({ original_script, translated_script, original_seconds, translated_seconds }: Turn): string[] {
  return [
    ...describePace("an original", original_script, original_seconds),
    ...describePace("a translation", translated_script, translated_seconds),
  ];
}

function describePace(which: "an original" | "a translation", text: string, seconds: number | undefined): string[] {
  const words = Math.round(wordsIn(text));
  if (seconds === undefined || words === 0) return [];
  const spoken = seconds - allowance.silence;
  const lengths = `has ${which} of ${words} words in ${seconds.toFixed(1)} seconds`;
  if (spoken * paces.fastest < words - 1) return [`${lengths}; is the recording complete?`];
  if ((spoken - allowance.pause) * paces.slowest > words) return [`${lengths}; does the recording contain more?`];
  return [];
}
