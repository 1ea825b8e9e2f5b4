import path from "node:path";
import type * as z from "zod/mini";
import { type Catalogue, type LanguageEntry, sumOfKnown } from "../domain/content/catalogue.ts";
import { type LanguageName, languageNames } from "../domain/content/language.ts";
import { ScenarioList, TopicList } from "../domain/content/pack.ts";
import { exampleFolder, exampleLanguage, metadataPath, topicFolder } from "../domain/content/scenario.ts";
import { countDisjointExams } from "../domain/exam/exam-count.ts";
import { exams, isOfExamLength } from "../domain/exam/exams.ts";
import { type JsonRead, readAuthoredJson, readJson } from "./files/json-file.ts";
import { listFiles } from "./files/list-files.ts";

type Counts = Omit<LanguageEntry, "language">;

/**
 * @param directory of a pack without problems
 * @param lists texts by name; a list in `lists` replaces the pack's list of that name
 */
export async function createCatalogue(
  directory: string,
  lists: ReadonlyMap<string, string> = new Map(),
): Promise<Catalogue> {
  const files = new Set([...(await listFiles(directory)).keys(), ...lists.keys()]);
  const read = async <Schema extends z.ZodMiniType>(name: string, schema: Schema): Promise<z.output<Schema>> => {
    const text = lists.get(name);
    const found =
      text === undefined
        ? await readAuthoredJson(path.join(directory, name), schema)
        : readJson(Buffer.from(text), schema);
    return requireValid(name, found);
  };

  const countTopic = async (language: LanguageName, topic: TopicList[number]): Promise<Counts> => {
    const { dialogues, seconds, of_exam_length } = topic;
    if (dialogues !== undefined && seconds !== undefined && of_exam_length !== undefined) {
      return { dialogues, seconds, of_exam_length };
    }
    return countDialogues(await read(metadataPath(topicFolder(language, topic.id)), ScenarioList));
  };

  const entryFor = async (language: LanguageName): Promise<LanguageEntry> => {
    const listed = metadataPath(`${language}/`);
    const topics = files.has(listed) ? await read(listed, TopicList) : [];
    return { language, ...sumCounts(await Promise.all(topics.map((topic) => countTopic(language, topic)))) };
  };

  const countFree = async () => {
    const listed = metadataPath(exampleFolder);
    return files.has(listed) ? (await read(listed, ScenarioList)).length : 0;
  };

  const [entries, free] = await Promise.all([Promise.all(languageNames.map(entryFor)), countFree()]);
  return {
    languages: entries.filter(({ dialogues }) => dialogues > 0),
    free: free > 0 ? [{ language: exampleLanguage, dialogues: free }] : [],
  };
}

function requireValid<T>(name: string, read: JsonRead<T>): T {
  if ("data" in read) return read.data;
  throw new Error(`${name} ${read.fault}.`);
}

function countDialogues(list: ScenarioList): Counts {
  const ofExamLength = list.map(({ words }) => (words === undefined ? undefined : Number(isOfExamLength(words))));
  return {
    dialogues: list.length,
    of_exam_length: sumOfKnown(ofExamLength),
    seconds: sumOfKnown(list.map(({ seconds }) => seconds)),
  };
}

function sumCounts(topics: readonly Counts[]): Counts {
  return {
    dialogues: topics.reduce((sum, { dialogues }) => sum + dialogues, 0),
    of_exam_length: sumOfKnown(topics.map((counts) => counts.of_exam_length)),
    seconds: sumOfKnown(topics.map(({ seconds }) => seconds)),
    topics: topics.length,
    exams: countExamDialogues(topics),
  };
}

function countExamDialogues(topics: readonly Counts[]): number | undefined {
  const supplies = topics.flatMap(({ dialogues, of_exam_length }) =>
    of_exam_length === undefined ? [] : [{ dialogues, of_exam_length }],
  );
  return supplies.length === topics.length ? countDisjointExams(exams["naati-ccl"], supplies) : undefined;
}
