import * as z from "zod/mini";
import { type LanguageName, languageNames } from "./language.ts";
import { ScenarioId, topicIds } from "./scenario.ts";

const Text = z.string().check(z.minLength(1));
const Seconds = z.number().check(z.positive());

/**
 * `{language}/metadata.json`: the topics of a language, and how much there is in each, so that one file tells what a language
 * has to practise.
 */
export const TopicList = z.array(
  z.object({
    id: z.enum(topicIds),
    name: Text,
    dialogues: z.optional(z.int().check(z.positive())),
    /** How many of them are as long as the exam's. */
    of_exam_length: z.optional(z.int().check(z.nonnegative())),
    /** Of all originals together. */
    seconds: z.optional(Seconds),
  }),
);
export type TopicList = z.infer<typeof TopicList>;

/** Where a dialogue's words come from, and whose voices are heard. */
const Licence = z.object({
  text: z.string(),
  voices: z.enum(["human", "synthetic", "both"]),
});

/** A scenario as its topic lists it. */
export const ListedScenario = z.object({
  id: ScenarioId,
  scenario: Text,
  /** Of its words and sounds: another version is another text of this. */
  version: z.optional(Text),
  /** Who speaks, where, about what, as an examiner reads it out before. */
  briefing: z.optional(Text),
  speakers: z.optional(z.array(z.object({ name: Text, language: z.enum(languageNames) }))),
  /** In all originals; in a script without spaces what says as much as so many words. */
  words: z.optional(z.number().check(z.positive())),
  /** Of all originals together. */
  seconds: z.optional(Seconds),
  licence: z.optional(Licence),
});
export type ListedScenario = z.infer<typeof ListedScenario>;

/** `{language}/{topic}/metadata.json`: the scenarios of a topic. */
export const ScenarioList = z.array(ListedScenario);
export type ScenarioList = z.infer<typeof ScenarioList>;

/** The kinds of scoring units, as court interpreting examinations in the United States mark them. */
export const unitKinds = ["number", "date", "name", "negation", "term", "key-idea"] as const;

/** Words of a segment that are carried or lost: as they stand in its original, and in its reference translation. */
export const ScoringUnit = z.object({ kind: z.enum(unitKinds), original: Text, translation: Text });
export type ScoringUnit = z.infer<typeof ScoringUnit>;

/** One utterance of a dialogue with its reference translation. */
export const Segment = z.object({
  name: z.string(),
  audio: z.string().check(z.regex(/^[\w-]+\.mp3$/)),
  original_script: z.string(),
  translated_script: z.string(),
  /** The language that is heard; the script's `lang` and `dir` follow from it. */
  original_language: z.optional(z.enum(languageNames)),
  /** Of its recordings. */
  original_seconds: z.optional(Seconds),
  translated_seconds: z.optional(Seconds),
  // A dialogue can be practised whatever a later format says of its marking.
  units: z.optional(z.catch(z.array(ScoringUnit), [])),
});
export type Segment = z.infer<typeof Segment>;

/** `{language}/{topic}/{scenario}/metadata.json`: the segments of a scenario, in order. */
export const SegmentList = z.array(Segment);

/**
 * From which language into which a segment is interpreted; undefined where its pack does not say.
 * @param language the one beside English
 */
export function interpretingDirectionOf(
  { original_language: from }: Segment,
  language: LanguageName,
): { from: LanguageName; to: LanguageName } | undefined {
  return from && { from, to: from === "english" ? language : "english" };
}

/** Paths of a segment's two recordings within the bucket. */
export function audioPaths(folder: string, segment: Segment): { original: string; translation: string } {
  return {
    original: `${folder}segments/${segment.audio}`,
    translation: `${folder}segments/${segment.audio.replace(/\.mp3$/, "_translated.mp3")}`,
  };
}
