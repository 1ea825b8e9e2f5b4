import { existsSync } from "node:fs";
import path from "node:path";
import { type DialogueScript, readScripts } from "../../content/authoring/script-source.ts";
import { writeAllOrNone } from "../../content/building/manifest.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { type PackDialogue, readPackDialogues } from "../../content/checking/read-pack-dialogues.ts";
import { type ExportedDialogue, formatDialogueTable } from "../../content/tables/format-dialogue-table.ts";
import { UsageError } from "../command-line/command.ts";
import { findPack } from "./check.ts";
import { createContentCommand } from "./content-command.ts";

/** `file` is `{language}/{topic}/{id}.csv`. */
type ExportedTable = { file: string; dialogue: ExportedDialogue };

function tableFromScript({ language, topic, id, voices, ...dialogue }: DialogueScript): ExportedTable {
  const voiceOf: ExportedDialogue["voiceOf"] = (speaker) => (speaker === "english" ? voices.english : voices.other);
  return { file: `${language}/${topic}/${id}.csv`, dialogue: { ...dialogue, voiceOf } };
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
  return { file: `${language}/${topic}/${listed.id}.csv`, dialogue };
}

async function readTables(directory: string): Promise<ExportedTable[]> {
  const { scripts } = createWorkspace(directory);
  if (existsSync(scripts)) return (await readScripts(scripts)).map(tableFromScript);
  return (await readPackDialogues(findPack(directory))).map(tableFromPack);
}

export const exportTables = createContentCommand(
  {
    call: "export DIR [--to OUT]",
    positionals: 1,
    summary: "writes each dialogue as a table for spreadsheets, which import can read",
  },
  { to: { type: "string" } },
  async ({ positionals: [directory], values }, { print }) => {
    if (!directory) throw new UsageError("Give a directory: a pack, or one with scripts/ in it.");
    const to = values.to ?? `${path.resolve(directory)}-tables`;
    const tables = await readTables(directory);
    if (tables.length === 0) throw new Error(`There is no dialogue in ${directory}.`);
    const present = tables.map(({ file }) => path.join(to, file)).filter((file) => existsSync(file));
    if (present.length > 0) {
      throw new Error(
        `These files already exist. Remove them, or choose another folder with --to:\n${present.join("\n")}`,
      );
    }
    await writeAllOrNone(
      new Map(tables.map(({ file, dialogue }) => [path.join(to, file), async () => formatDialogueTable(dialogue)])),
    );
    print(`${tables.length} tables written to ${to}.`);
    return 0;
  },
);
