import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";
import { ScenarioId, topicIds } from "./scenario.ts";

const Text = z.string().check(z.minLength(1));
const Seconds = z.number().check(z.positive());

/** `{language}/metadata.json` */
export const TopicList = z.array(
  z.object({
    id: z.enum(topicIds),
    name: Text,
    dialogues: z.optional(z.int().check(z.positive())),
    of_exam_length: z.optional(z.int().check(z.nonnegative())),
    /** Length of all originals together. */
    seconds: z.optional(Seconds),
  }),
);
export type TopicList = z.infer<typeof TopicList>;

/** `text` describes the terms of use of a dialogue's words. */
const Licence = z.object({
  text: z.string(),
  voices: z.enum(["human", "synthetic", "both"]),
});

/** `by` is the person who checked the language of a dialogue, such as "A certified interpreter". */
export const Review = z.object({ by: Text, on: z.iso.date() });
export type Review = z.infer<typeof Review>;

export const levels = ["introductory", "intermediate", "exam"] as const;
export type Level = (typeof levels)[number];

/**
 * Fitness of a synthetic voice, best first. A "model" voice has the sounds and the stress of a careful speaker.
 * Learners can understand a "comprehension" voice, but should not imitate it.
 */
export const voiceFits = ["model", "comprehension"] as const;
export type VoiceFit = (typeof voiceFits)[number];

export const ListedScenario = z.object({
  id: ScenarioId,
  scenario: Text,
  /** Changes with the segments' texts and audio, but not with the title, the briefing, the roles or the units. */
  version: z.optional(Text),
  /** Speakers, place and subject, as an examiner reads them out before the dialogue. */
  briefing: z.optional(Text),
  speakers: z.optional(z.array(z.object({ name: Text, language: z.enum(languageNames) }))),
  /** Number of words in all originals. For a language without spaces, an equivalent number. */
  words: z.optional(z.number().check(z.positive())),
  /** Length of all originals together. */
  seconds: z.optional(Seconds),
  licence: z.optional(Licence),
  /** The fitness of the least fit synthetic voice. A later format may have other values. */
  voice_fit: z.catch(z.optional(z.enum(voiceFits)), undefined),
  review: z.optional(Review),
  // A later format may have other levels.
  level: z.catch(z.optional(z.enum(levels)), undefined),
});
export type ListedScenario = z.infer<typeof ListedScenario>;

/** `{language}/{topic}/metadata.json` */
export const ScenarioList = z.array(ListedScenario);
export type ScenarioList = z.infer<typeof ScenarioList>;

/** Modelled on the scoring units of the court interpreting examinations of the United States. */
export const unitKinds = ["number", "date", "name", "negation", "term", "key-idea"] as const;

/** Words that an interpreter must convey, as they are in the original and in the reference. */
export const ScoringUnit = z.object({
  kind: z.enum(unitKinds),
  original: Text,
  translation: Text,
  /** Other wordings that convey the unit, such as loanwords. These wordings need not be in the reference. */
  accepted: z.optional(z.array(Text)),
});
export type ScoringUnit = z.infer<typeof ScoringUnit>;

export const Segment = z.object({
  name: z.string(),
  audio: z.string().check(z.regex(/^[\w-]+\.mp3$/)),
  original_script: z.string(),
  translated_script: z.string(),
  original_language: z.optional(z.enum(languageNames)),
  original_seconds: z.optional(Seconds),
  translated_seconds: z.optional(Seconds),
  // Units of a later format may not parse. Then the segment is practised without units.
  units: z.optional(z.catch(z.array(ScoringUnit), [])),
});
export type Segment = z.infer<typeof Segment>;

/** The file `{language}/{topic}/{scenario}/metadata.json`: the segments in the order of the dialogue. */
export const SegmentList = z.array(Segment);

export function originalSeconds(segments: readonly Segment[]): number | undefined {
  return segments.reduce<number | undefined>(
    (sum, { original_seconds: seconds }) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
}

/** @param language the dialogue's language other than English */
export function interpretingDirectionOf(
  { original_language: from }: Segment,
  language: LanguageName,
): { from: LanguageName; to: LanguageName } | undefined {
  return from && { from, to: from === "english" ? language : "english" };
}

export function audioPaths(folder: string, segment: Segment): { original: string; translation: string } {
  return {
    original: `${folder}segments/${segment.audio}`,
    translation: `${folder}segments/${segment.audio.replace(/\.mp3$/, "_translated.mp3")}`,
  };
}
