import { stat } from "node:fs/promises";
import { parseLanguage, parseTopic } from "../../content/authoring/write-script.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { ScenarioId } from "../../domain/content/scenario.ts";
import { UsageError } from "../command-line/command.ts";
import { createContentCommand } from "./content-command.ts";
import { parsePause } from "./create-builder.ts";
import { addDialogue, findIdInFileName, replaceDialogue } from "./import-dialogue.ts";
import { importFolder } from "./import-folder.ts";

function checkReplacedId(id: string | undefined): string {
  const parsed = ScenarioId.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new UsageError("Give the dialogue to replace with --id, such as --id health-3.");
}

export const importTable = createContentCommand(
  {
    call: 'import FILE.csv|FILE.tmx|FOLDER --language nepali --topic health [--id health-3] [--title "At the clinic"] [--to DIR] [--replace [--pause SECONDS] [--yes]]',
    positionals: 1,
    summary: "converts a table of originals and translations to a script, and lists unclear cells",
  },
  {
    language: { type: "string" },
    topic: { type: "string" },
    id: { type: "string" },
    title: { type: "string" },
    to: { type: "string", default: "my-content" },
    replace: { type: "boolean", default: false },
    pause: { type: "string" },
  },
  async ({ positionals: [file], values }, terminal) => {
    const { id, title, to, replace } = values;
    const isFolder = file !== undefined && (await stat(file).catch(() => null))?.isDirectory() === true;
    const language = values.language === undefined ? undefined : parseLanguage(values.language);
    const topic = values.topic === undefined ? undefined : parseTopic(values.topic);
    const pause = values.pause === undefined ? undefined : parsePause(values.pause);
    const shared = { workspace: createWorkspace(to), pause };
    if (isFolder) {
      if (id !== undefined || title !== undefined) throw new UsageError("--id and --title are for a single table.");
      if (!(await importFolder({ ...shared, folder: file, language, topic, replace }, terminal))) return 1;
    } else {
      if (!file || !language || !topic) throw new UsageError("Give a file, --language and --topic.");
      const table = { ...shared, file, language, topic, id: id ?? findIdInFileName(file, topic), title };
      const isWritten = replace
        ? await replaceDialogue({ ...table, id: checkReplacedId(table.id) }, terminal)
        : await addDialogue(table, terminal);
      if (!isWritten) return 1;
    }
    terminal.print(`Next: npm run content -- build ${to}`);
    return 0;
  },
);
