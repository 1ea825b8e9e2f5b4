import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type LanguageName, languages } from "../../domain/content/language.ts";
import type { Level, Review } from "../../domain/content/pack.ts";
import {
  exampleLanguage,
  idPrefixOf,
  isIdOfTopic,
  ScenarioId,
  type TopicId,
  topicIds,
} from "../../domain/content/scenario.ts";
import { listFiles } from "../files/list-files.ts";
import type { Sex } from "../voices/voice.ts";
import { isNameOfLanguage } from "./language-names.ts";
import type { ScriptSegment } from "./script-source.ts";

export type NewScript = {
  title: string;
  briefing?: string | undefined;
  licence?: string | undefined;
  review?: Review | undefined;
  level?: Level | undefined;
  english_words?: readonly string[] | undefined;
  voices?: Readonly<Partial<Record<LanguageName, Sex>>> | undefined;
  segments: readonly ScriptSegment[];
};

export function parseLanguage(typed: string): LanguageName {
  const found = languages.find((language) => isNameOfLanguage(language, typed.toLowerCase()))?.name;
  if (found && found !== "english") return found;
  throw new Error(`"${typed}" is not a language to practise: use its English name or its code, such as nepali or ne.`);
}

export function parseTopic(typed: string): TopicId {
  const found = topicIds.find((topic) => topic === typed.toLowerCase());
  if (found) return found;
  throw new Error(`"${typed}" is not a topic: choose one of ${topicIds.join(", ")}.`);
}

export async function chooseDialogueId(
  scripts: string,
  { language, topic, id }: { language: LanguageName; topic: TopicId; id?: string | undefined },
): Promise<string> {
  if (topic === "example" && language !== exampleLanguage) {
    throw new Error(`Examples exist only in ${exampleLanguage}: choose another topic.`);
  }
  const taken = new Set((await listFiles(path.join(scripts, language, topic))).keys());
  if (id === undefined) {
    let number = 1;
    while (taken.has(`${idPrefixOf(topic)}-${number}.json`)) number += 1;
    return `${idPrefixOf(topic)}-${number}`;
  }
  if (!ScenarioId.safeParse(id).success)
    throw new Error(`"${id}" is not an id: use small letters, digits and hyphens.`);
  if (!isIdOfTopic(id, topic)) {
    throw new Error(
      `"${id}" is not an id of the topic ${topic}: its ids begin with "${idPrefixOf(topic)}-", and a number or a word without a hyphen follows.`,
    );
  }
  if (taken.has(`${id}.json`))
    throw new Error(
      `${language}/${topic}/${id}.json already exists: choose another id, or replace it with import --replace.`,
    );
  return id;
}

/** @throws Error if the file exists */
export async function writeScript(
  scripts: string,
  place: { language: LanguageName; topic: TopicId; id: string },
  script: NewScript,
): Promise<string> {
  const file = path.join(scripts, place.language, place.topic, `${place.id}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "", { flag: "wx" });
  try {
    await writeFile(file, `${JSON.stringify({ id: place.id, ...script }, null, 2)}\n`);
  } catch (error) {
    // An incomplete script would make `readScripts` fail for all scripts.
    await rm(file, { force: true });
    throw error;
  }
  return file;
}
