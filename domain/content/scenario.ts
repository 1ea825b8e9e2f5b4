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

export function idPrefixOf(topic: TopicId): string {
  return Object.keys(topicByPrefix).find((prefix) => topicByPrefix[prefix] === topic) ?? topic;
}

export function isExample(scenarioId: string): boolean {
  return scenarioId.startsWith("example-");
}

export function topicOf(scenarioId: string): TopicId {
  if (isExample(scenarioId)) return "example";
  const prefix = scenarioId.slice(0, Math.max(0, scenarioId.lastIndexOf("-")));
  return Object.hasOwn(topicByPrefix, prefix) ? (topicByPrefix[prefix] ?? "employment") : "employment";
}

/** `topicOf` alone does not suffice, because it returns "employment" for unknown prefixes. */
export function isIdOfTopic(scenarioId: string, topic: TopicId): boolean {
  return topicOf(scenarioId) === topic && scenarioId.startsWith(`${idPrefixOf(topic)}-`);
}

/** Safe in paths and keys: no slashes, no "#". */
export const ScenarioId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/));

export const SegmentId = z.string().check(z.regex(/^segment-[1-9][0-9]{0,2}$/));

export function segmentId(index: number): string {
  return `segment-${index + 1}`;
}

export const exampleLanguage: LanguageName = "nepali";

/** Every learner may read this folder. */
export const exampleFolder = `${exampleLanguage}/example/`;

export function dialogueLanguageOf<Learners extends LanguageName | null | undefined>(
  scenarioId: string,
  language: Learners,
): LanguageName | Learners {
  return isExample(scenarioId) ? exampleLanguage : language;
}

export function topicFolder(language: string, topic: TopicId): string {
  return topic === "example" ? exampleFolder : `${language}/${topic}/`;
}

export function scenarioFolder(language: string, scenarioId: string): string {
  return `${topicFolder(language, topicOf(scenarioId))}${scenarioId}/`;
}

export function metadataPath(folder: string): string {
  return `${folder}metadata.json`;
}
