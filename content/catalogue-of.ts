import { readFile } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod/mini";
import type { Catalogue } from "../domain/catalogue.ts";
import { type LanguageName, languageNames } from "../domain/language.ts";
import { metadataPath, ScenarioList, TopicList, topicFolder } from "../domain/scenario.ts";
import { listFiles } from "./files/list-files.ts";

/**
 * Counts what a pack has to practise, language by language.
 * @param directory of a pack without problems
 */
export async function catalogueOf(directory: string): Promise<Catalogue> {
  const files = await listFiles(directory);
  const read = async <Schema extends z.ZodMiniType>(name: string, schema: Schema): Promise<z.output<Schema>> =>
    schema.parse(JSON.parse(await readFile(path.join(directory, name), "utf8")));

  const countIn = async (language: LanguageName): Promise<number> => {
    const listed = metadataPath(`${language}/`);
    if (!files.has(listed)) return 0;
    const topics = await read(listed, TopicList);
    const lists = await Promise.all(
      topics.map(({ id }) => read(metadataPath(topicFolder(language, id)), ScenarioList)),
    );
    return lists.reduce((dialogues, list) => dialogues + list.length, 0);
  };

  const counted = await Promise.all(
    languageNames.map(async (language) => ({ language, dialogues: await countIn(language) })),
  );
  return { languages: counted.filter(({ dialogues }) => dialogues > 0) };
}
