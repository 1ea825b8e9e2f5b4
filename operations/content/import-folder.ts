import { existsSync } from "node:fs";
import path from "node:path";
import { parseLanguage, parseTopic } from "../../content/authoring/write-script.ts";
import { listFiles } from "../../content/files/list-files.ts";
import type { LanguageName } from "../../domain/content/language.ts";
import type { TopicId } from "../../domain/content/scenario.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { explainContentError } from "./content-command.ts";
import { addDialogue, findIdInFileName, replaceDialogue, type TableToImport } from "./import-dialogue.ts";

export type FolderToImport = Omit<TableToImport, "file" | "language" | "topic" | "id"> & {
  folder: string;
  /** For tables that are not in a folder of a language. */
  language: LanguageName | undefined;
  /** For tables that are not in a folder of a topic. */
  topic: TopicId | undefined;
  replace: boolean;
};

const isTable = (name: string) => [".csv", ".tmx"].includes(path.extname(name).toLowerCase());

/** A language or topic in the folder's name has priority over the given one. */
function placeFrom<T>(
  parse: (typed: string) => T,
  folder: string | undefined,
  given: T | undefined,
  option: string,
): T {
  try {
    if (folder !== undefined) return parse(folder);
  } catch (error) {
    if (given === undefined) throw error;
  }
  if (given === undefined) throw new Error(`Give ${option}, or put the table into LANGUAGE/TOPIC/, as export does.`);
  return given;
}

async function importOne(name: string, { folder, replace, ...shared }: FolderToImport, terminal: Terminal) {
  const [topicFolder, languageFolder] = name.split("/").slice(0, -1).toReversed();
  const language = placeFrom(parseLanguage, languageFolder, shared.language, "--language");
  const topic = placeFrom(parseTopic, topicFolder, shared.topic, "--topic");
  const id = findIdInFileName(name, topic);
  const table = { ...shared, file: path.join(folder, name), language, topic, id };
  const script = path.join(shared.workspace.scripts, language, topic, `${id}.json`);
  return replace && id && existsSync(script)
    ? await replaceDialogue({ ...table, id }, terminal)
    : await addDialogue(table, terminal);
}

/**
 * A table with doubts or an expected error does not stop the others.
 * @returns true if every table was imported
 * @throws Error if there is no table
 */
export async function importFolder(given: FolderToImport, terminal: Terminal): Promise<boolean> {
  const names = [...(await listFiles(given.folder)).keys()].filter(isTable);
  if (names.length === 0) throw new Error(`There is no table (.csv or .tmx) in ${given.folder}.`);
  let imported = 0;
  for (const name of names) {
    try {
      if (await importOne(name, given, terminal)) imported += 1;
    } catch (error) {
      const sentence = explainContentError(error);
      if (sentence === null) throw error;
      terminal.printError(`${name}: ${sentence}`);
    }
  }
  terminal.print(`${imported} of ${names.length} tables imported.`);
  return imported === names.length;
}
