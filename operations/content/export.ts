import { existsSync } from "node:fs";
import path from "node:path";
import { type DialogueScript, readScripts } from "../../content/authoring/script-source.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { type PackDialogue, readPackDialogues } from "../../content/checking/read-pack-dialogues.ts";
import { writeAllOrNone } from "../../content/files/manifest.ts";
import { type ExportedDialogue, formatDialogueTable } from "../../content/tables/format-dialogue-table.ts";
import { formatDialogueTmx } from "../../content/tables/tmx.ts";
import type { LanguageName } from "../../domain/content/language.ts";
import { UsageError } from "../command-line/command.ts";
import { findPack } from "./check.ts";
import { createContentCommand } from "./content-command.ts";

type ExportedTable = { file: string; language: LanguageName; dialogue: ExportedDialogue };

function tableFromScript({ language, topic, id, voices, ...dialogue }: DialogueScript): ExportedTable {
  const voiceOf: ExportedDialogue["voiceOf"] = (speaker) => (speaker === "english" ? voices.english : voices.other);
  return { file: `${language}/${topic}/${id}`, language, dialogue: { ...dialogue, voiceOf } };
}

/** A pack does not record which voices were requested. */
function tableFromPack({ language, topic, listed, segments }: PackDialogue): ExportedTable {
  const dialogue: ExportedDialogue = {
    title: listed.scenario,
    briefing: listed.briefing,
    licence: listed.licence?.text,
    review: listed.review,
    level: listed.level,
    voiceOf: () => undefined,
    segments: segments.map((segment) => ({
      role: segment.name,
      speaker: segment.original_language,
      original: segment.original_script,
      translation: segment.translated_script,
      units: segment.units,
    })),
  };
  return { file: `${language}/${topic}/${listed.id}`, language, dialogue };
}

async function readTables(directory: string): Promise<ExportedTable[]> {
  const { scripts } = createWorkspace(directory);
  if (existsSync(scripts)) return (await readScripts(scripts)).map(tableFromScript);
  return (await readPackDialogues(findPack(directory))).map(tableFromPack);
}

type FormatDialogue = (dialogue: ExportedDialogue, language: LanguageName) => string;
const formats = new Map<string, FormatDialogue>([
  ["csv", formatDialogueTable],
  ["tmx", formatDialogueTmx],
]);

function findFormat(name: string): FormatDialogue {
  const found = formats.get(name);
  if (!found) throw new UsageError(`There is no format "${name}": choose one of ${[...formats.keys()].join(", ")}.`);
  return found;
}

export const exportTables = createContentCommand(
  {
    call: "export DIR [--format csv|tmx] [--to OUT]",
    positionals: 1,
    summary: "writes each dialogue as a table for spreadsheets or as TMX for translators, which import can read",
  },
  { to: { type: "string" }, format: { type: "string", default: "csv" } },
  async ({ positionals: [directory], values }, { print }) => {
    if (!directory) throw new UsageError("Give a directory: a pack, or one with scripts/ in it.");
    const format = findFormat(values.format);
    const to = values.to ?? `${path.resolve(directory)}-tables`;
    const tables = await readTables(directory);
    if (tables.length === 0) throw new Error(`There is no dialogue in ${directory}.`);
    const present = tables
      .map(({ file }) => path.join(to, `${file}.${values.format}`))
      .filter((file) => existsSync(file));
    if (present.length > 0) {
      throw new Error(
        `These files already exist. Remove them, or choose another folder with --to:\n${present.join("\n")}`,
      );
    }
    const contents = tables.map(
      ({ file, language, dialogue }) =>
        [path.join(to, `${file}.${values.format}`), async () => format(dialogue, language)] as const,
    );
    await writeAllOrNone(new Map(contents));
    print(`${tables.length} tables written to ${to}.`);
    return 0;
  },
);
