import * as z from "zod/mini";
import type { LanguageName } from "./language.ts";

export const topicIds = [
  "employment",
  "business",
  "consumer-affairs",
  "health",
  "immi-settlement",
  "legal",
  "community",
  "education",
  "financial",
  "housing",
  "insurance",
  "social-services",
  "example",
] as const;
export type TopicId = (typeof topicIds)[number];

const topicByPrefix: Readonly<Record<string, TopicId>> = {
  emp: "employment",
  bus: "business",
  cons: "consumer-affairs",
  health: "health",
  imm: "immi-settlement",
  legal: "legal",
  comm: "community",
  edu: "education",
  fin: "financial",
  house: "housing",
  ins: "insurance",
  soc: "social-services",
};

/** What the ids of a topic's scenarios begin with, before the last hyphen. */
export function idPrefixOf(topic: TopicId): string {
  return Object.keys(topicByPrefix).find((prefix) => topicByPrefix[prefix] === topic) ?? topic;
}

/** Whether a scenario is one of the examples that everybody may practise. */
export function isExample(scenarioId: string): boolean {
  return scenarioId.startsWith("example-");
}

/**
 * The topic of a scenario, told by the prefix before the id's last hyphen ("emp-12" → employment).
 * Unknown prefixes fall back to employment.
 */
export function topicOf(scenarioId: string): TopicId {
  if (isExample(scenarioId)) return "example";
  const prefix = scenarioId.slice(0, Math.max(0, scenarioId.lastIndexOf("-")));
  return Object.hasOwn(topicByPrefix, prefix) ? (topicByPrefix[prefix] ?? "employment") : "employment";
}

/** A scenario id as it may stand in paths and keys: no slashes, no "#", at most 64 characters. */
export const ScenarioId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/));

/** A segment id: "segment-{n}", n from 1 to 999. */
export const SegmentId = z.string().check(z.regex(/^segment-[1-9][0-9]{0,2}$/));

/** The id of the segment at a position counted from 0. */
export function segmentId(index: number): string {
  return `segment-${index + 1}`;
}

/** The language of the examples, which stand in its folder. */
export const exampleLanguage: LanguageName = "nepali";

/** Everyone signed in may use this folder; its dialogues are between English and Nepali. */
export const exampleFolder = `${exampleLanguage}/example/`;

/**
 * The language of a scenario when a learner of `language` opens it: examples have their own. Ids repeat between
 * languages, so that only both together name a dialogue.
 */
export function dialogueLanguageOf<Learners extends LanguageName | null | undefined>(
  scenarioId: string,
  language: Learners,
): LanguageName | Learners {
  return isExample(scenarioId) ? exampleLanguage : language;
}

/** The folder of a topic within a language's content. */
export function topicFolder(language: string, topic: TopicId): string {
  return topic === "example" ? exampleFolder : `${language}/${topic}/`;
}

/** The folder of a scenario; examples stand in their own folder whatever the language. */
export function scenarioFolder(language: string, scenarioId: string): string {
  return `${topicFolder(language, topicOf(scenarioId))}${scenarioId}/`;
}

/** Path of the metadata file of a folder. */
export function metadataPath(folder: string): string {
  return `${folder}metadata.json`;
}
