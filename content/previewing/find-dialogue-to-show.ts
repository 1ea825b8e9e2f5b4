import { stat } from "node:fs/promises";
import path from "node:path";
import { findLanguage, type LanguageName } from "../../domain/content/language.ts";
import { topicOf } from "../../domain/content/scenario.ts";
import { listFiles } from "../files/list-files.ts";

type DialogueFile = { language: LanguageName; id: string; file: string };

const nameOf = ({ language, id }: DialogueFile) => `${language}/${topicOf(id)}/${id}`;

/**
 * Without `asked`, finds the dialogue whose file changed last.
 * @param directory of scripts, or of a pack
 * @param asked `{language}/{topic}/{id}`
 */
export async function findDialogueToShow(
  directory: string,
  ending: ".json" | "/metadata.json",
  asked: string | undefined,
): Promise<Pick<DialogueFile, "language" | "id">> {
  const dialogues = [...(await listFiles(directory)).keys()].flatMap((file) =>
    parseDialoguePath(directory, file, ending),
  );
  if (asked !== undefined) {
    const found = dialogues.find((dialogue) => nameOf(dialogue) === asked);
    if (found) return found;
    const names = dialogues.slice(0, maxNamedDialogues).map(nameOf);
    throw new Error(`There is no dialogue ${asked} in ${directory}. Found there: ${names.join(", ") || "none"}.`);
  }
  const dated = await Promise.all(
    dialogues.map(async (dialogue) => ({ dialogue, at: (await stat(dialogue.file)).mtimeMs })),
  );
  const newest = dated.toSorted((a, b) => b.at - a.at)[0];
  if (!newest) throw new Error(`There is no dialogue in ${directory}.`);
  return newest.dialogue;
}

const maxNamedDialogues = 5;

function parseDialoguePath(directory: string, file: string, ending: string): DialogueFile[] {
  if (!file.endsWith(ending)) return [];
  const [folder = "", topic, id, ...rest] = file.slice(0, -ending.length).split("/");
  const language = findLanguage(folder)?.name;
  return language && id && rest.length === 0 && topic === topicOf(id)
    ? [{ language, id, file: path.join(directory, file) }]
    : [];
}
