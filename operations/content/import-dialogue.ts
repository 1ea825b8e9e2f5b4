import { existsSync } from "node:fs";
import path from "node:path";
import { readScript } from "../../content/authoring/script-source.ts";
import { chooseDialogueId, writeScript } from "../../content/authoring/write-script.ts";
import type { Workspace } from "../../content/building/workspace.ts";
import { findDialogueAdvice } from "../../content/checking/dialogue-advice.ts";
import { mergeDialogue } from "../../content/replacing/merge-dialogue.ts";
import { planReplacement } from "../../content/replacing/replace-dialogue.ts";
import { type ParsedTable, parseDialogueTable } from "../../content/tables/parse-dialogue-table.ts";
import { readTable } from "../../content/tables/read-table.ts";
import { readTmx } from "../../content/tables/tmx.ts";
import type { LanguageName } from "../../domain/content/language.ts";
import { isIdOfTopic, ScenarioId, type TopicId } from "../../domain/content/scenario.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import type { Terminal } from "../command-line/terminal.ts";

export type TableToImport = {
  file: string;
  workspace: Workspace;
  language: LanguageName;
  topic: TopicId;
  id?: string | undefined;
  title?: string | undefined;
  /** The minimum pause between two segments of a long recording, in seconds. */
  pause?: number | undefined;
};

/** `export` names files by id. */
export function findIdInFileName(file: string, topic: TopicId): string | undefined {
  const name = path.basename(file, path.extname(file));
  return ScenarioId.safeParse(name).success && isIdOfTopic(name, topic) ? name : undefined;
}

const maxListedCells = 50;

function printCells(file: string, cells: readonly string[], printLine: (line: string) => void): void {
  for (const cell of cells.slice(0, maxListedCells)) printLine(escapeUnprintable(`${file}, ${cell}`));
  if (cells.length > maxListedCells) printLine(`… and ${cells.length - maxListedCells} more.`);
}

type Parsed = Exclude<ParsedTable, { doubts: string[] }>;

async function parseTable({ file, language }: TableToImport, { print, printError }: Terminal): Promise<Parsed | null> {
  const isTmx = path.extname(file).toLowerCase() === ".tmx";
  const parsed = parseDialogueTable(isTmx ? await readTmx(file, language) : await readTable(file), language);
  printCells(path.basename(file), parsed.advice, (line) => print(`! ${line}`));
  if ("dialogue" in parsed) {
    const turns = parsed.dialogue.segments.map(({ role, original, translation }) => ({
      ...{ name: role, original_script: original, translated_script: translation },
    }));
    printCells(path.basename(file), findDialogueAdvice(turns), (line) => print(`! ${line}`));
    return parsed;
  }
  printCells(path.basename(file), parsed.doubts, printError);
  printError("Nothing was written: correct these cells, then import the table again.");
  return null;
}

/** @returns false if the table has doubts, which are printed */
export async function addDialogue(table: TableToImport, terminal: Terminal): Promise<boolean> {
  const parsed = await parseTable(table, terminal);
  if (!parsed) return false;
  const { file, workspace, language, topic } = table;
  const id = await chooseDialogueId(workspace.scripts, { language, topic, id: table.id });
  const { dialogue } = parsed;
  const fileName = path.basename(file, path.extname(file)).replace(/[-_]+/g, " ");
  const title = table.title ?? dialogue.title ?? fileName;
  const written = await writeScript(workspace.scripts, { language, topic, id }, { ...dialogue, title });
  const count = dialogue.segments.length;
  terminal.print(`${count} ${count === 1 ? "segment" : "segments"} written to ${written}.`);
  return true;
}

/**
 * @returns false if the table has doubts, which are printed, or if the operator declines
 * @throws Error if the dialogue does not exist
 */
export async function replaceDialogue(table: TableToImport & { id: string }, terminal: Terminal): Promise<boolean> {
  const { workspace, language, topic, id } = table;
  const name = `${language}/${topic}/${id}`;
  if (!existsSync(path.join(workspace.scripts, `${name}.json`))) {
    throw new Error(`There is no dialogue ${name} to replace: correct the id, or import the table without --replace.`);
  }
  const parsed = await parseTable(table, terminal);
  if (!parsed) return false;
  const former = await readScript(workspace.scripts, `${name}.json`);
  const next = mergeDialogue(former, parsed.dialogue, parsed.columns, table.title);
  const { changes, recordings, apply } = await planReplacement(workspace, former, next, table.pause);
  if (changes.length === 0) {
    terminal.print(`${name}: the table changes nothing.`);
    return true;
  }
  terminal.print(`${name}:`);
  for (const line of [...changes, ...recordings]) terminal.print(`  ${line}`);
  if (!(await terminal.confirm(`Replace ${name}?`))) {
    terminal.printError("Nothing was changed.");
    return false;
  }
  const backup = await apply();
  terminal.print(`${name} is replaced. Its former version is in ${backup}.`);
  return true;
}
