import { existsSync } from "node:fs";
import path from "node:path";
import { type DialogueScript, readScripts } from "../../content/authoring/script-source.ts";
import { writeTogether } from "../../content/building/manifest.ts";
import { workshopIn } from "../../content/building/workshop.ts";
import { dialoguesOfPack, type PackDialogue } from "../../content/checking/dialogues-of-pack.ts";
import { type ExportedDialogue, tableOfDialogue } from "../../content/tables/table-of-dialogue.ts";
import { WrongCall } from "../command-line/command.ts";
import { packIn } from "./check.ts";
import { contentCommand } from "./content-command.ts";

/** A table to be written, and where: `{language}/{topic}/{id}.csv`. */
type Table = { file: string; dialogue: ExportedDialogue };

function fromScript({ language, topic, id, voices, ...dialogue }: DialogueScript): Table {
  const voiceOf: ExportedDialogue["voiceOf"] = (speaker) => (speaker === "english" ? voices.english : voices.other);
  return { file: `${language}/${topic}/${id}.csv`, dialogue: { ...dialogue, voiceOf } };
}

/** A pack does not say which of two voices was asked for. */
function fromPack({ language, topic, listed, segments }: PackDialogue): Table {
  const dialogue: ExportedDialogue = {
    title: listed.scenario,
    briefing: listed.briefing,
    licence: listed.licence?.text,
    voiceOf: () => undefined,
    segments: segments.map((segment) => ({
      role: segment.name,
      speaker: segment.original_language,
      original: segment.original_script,
      translation: segment.translated_script,
      units: segment.units,
    })),
  };
  return { file: `${language}/${topic}/${listed.id}.csv`, dialogue };
}

async function tablesOf(directory: string): Promise<Table[]> {
  const { scripts } = workshopIn(directory);
  if (existsSync(scripts)) return (await readScripts(scripts)).map(fromScript);
  return (await dialoguesOfPack(packIn(directory))).map(fromPack);
}

export const exportTables = contentCommand(
  {
    call: "export DIR [--to OUT]",
    positionals: 1,
    summary: "writes each dialogue as a table that a spreadsheet opens, and that import reads again",
  },
  { to: { type: "string" } },
  async ({ positionals: [directory], values }, { print }) => {
    if (!directory) throw new WrongCall("Which directory? It holds scripts/, or is a pack.");
    const to = values.to ?? `${path.resolve(directory)}-tables`;
    const tables = await tablesOf(directory);
    if (tables.length === 0) throw new Error(`There is no dialogue in ${directory}.`);
    const present = tables.map(({ file }) => path.join(to, file)).filter((file) => existsSync(file));
    if (present.length > 0) {
      throw new Error(`These are there already; remove them, or write elsewhere with --to:\n${present.join("\n")}`);
    }
    await writeTogether(
      new Map(tables.map(({ file, dialogue }) => [path.join(to, file), async () => tableOfDialogue(dialogue)])),
    );
    print(`${tables.length} tables written to ${to}.`);
    return 0;
  },
);
