import { findLanguage, type LanguageName } from "../../domain/content/language.ts";
import { ScenarioList, type Segment, SegmentList, TopicList } from "../../domain/content/pack.ts";
import {
  exampleFolder,
  exampleLanguage,
  metadataPath,
  scenarioFolder,
  type TopicId,
  topicFolder,
} from "../../domain/content/scenario.ts";
import { describeProblem, openPack, type PackReader } from "./pack-reader.ts";

export type PackDialogue = {
  language: LanguageName;
  topic: TopicId;
  listed: ScenarioList[number];
  segments: readonly Segment[];
};

export async function readPackDialogues(directory: string): Promise<PackDialogue[]> {
  const pack = await openPack(directory);
  const folders = new Set([...pack.files.keys()].map((name) => name.split("/")[0] ?? ""));
  const dialogues: PackDialogue[] = [];
  for (const language of [...folders].flatMap((folder) => findLanguage(folder)?.name ?? [])) {
    for (const topic of await readTopics(pack, language)) dialogues.push(...(await readTopic(pack, language, topic)));
  }
  if (pack.problems.length > 0) {
    throw new Error(pack.problems.map(describeProblem).join("\n"));
  }
  return dialogues;
}

async function readTopics(pack: PackReader, language: LanguageName): Promise<TopicId[]> {
  const listed = (await pack.readJson(metadataPath(`${language}/`), TopicList)) ?? [];
  const hasExamples = language === exampleLanguage && pack.files.has(metadataPath(exampleFolder));
  return [...listed.map(({ id }) => id), ...(hasExamples ? (["example"] as const) : [])];
}

async function readTopic(pack: PackReader, language: LanguageName, topic: TopicId): Promise<PackDialogue[]> {
  const list = (await pack.readJson(metadataPath(topicFolder(language, topic)), ScenarioList)) ?? [];
  return await Promise.all(
    list.map(async (listed) => {
      const segments = await pack.readJson(metadataPath(scenarioFolder(language, listed.id)), SegmentList);
      return { language, topic, listed, segments: segments ?? [] };
    }),
  );
}
