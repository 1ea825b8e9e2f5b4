import path from "node:path";
import { chooseDialogueId, parseLanguage, parseTopic, writeScript } from "../../content/authoring/write-script.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { parseDialogueTable } from "../../content/tables/parse-dialogue-table.ts";
import { readTable } from "../../content/tables/read-table.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { UsageError } from "../command-line/command.ts";
import { createContentCommand } from "./content-command.ts";

/** Maximum number of cells to print. Further cells are only counted. */
const maxListedCells = 50;

function printCells(file: string, cells: readonly string[], printLine: (line: string) => void): void {
  for (const cell of cells.slice(0, maxListedCells)) printLine(escapeUnprintable(`${file}, ${cell}`));
  if (cells.length > maxListedCells) printLine(`… and ${cells.length - maxListedCells} more.`);
}

export const importTable = createContentCommand(
  {
    call: 'import FILE.csv --language nepali --topic health [--id health-3] [--title "At the clinic"] [--to DIR]',
    positionals: 1,
    summary: "converts a table of originals and translations to a script, and lists every unclear cell",
  },
  {
    language: { type: "string" },
    topic: { type: "string" },
    id: { type: "string" },
    title: { type: "string" },
    to: { type: "string", default: "my-content" },
  },
  async ({ positionals: [file], values }, { print, printError }) => {
    if (!file || !values.language || !values.topic) throw new UsageError("Give a file, --language and --topic.");
    const language = parseLanguage(values.language);
    const topic = parseTopic(values.topic);
    const parsed = parseDialogueTable(await readTable(file), language);
    printCells(path.basename(file), parsed.advice, (line) => print(`! ${line}`));
    if ("doubts" in parsed) {
      printCells(path.basename(file), parsed.doubts, printError);
      printError("Nothing was written: correct these cells, then import the table again.");
      return 1;
    }
    const { scripts } = createWorkspace(values.to);
    const id = await chooseDialogueId(scripts, { language, topic, id: values.id });
    const { dialogue } = parsed;
    const fileName = path.basename(file, path.extname(file)).replace(/[-_]+/g, " ");
    const title = values.title ?? dialogue.title ?? fileName;
    const written = await writeScript(scripts, { language, topic, id }, { ...dialogue, title });
    print(
      `${dialogue.segments.length} ${dialogue.segments.length === 1 ? "segment" : "segments"} written to ${written}.`,
    );
    print(`Next: npm run content -- build ${values.to}`);
    return 0;
  },
);
