import path from "node:path";
import { parseLanguage, parseTopic } from "../../content/authoring/write-script.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { ScenarioId } from "../../domain/content/scenario.ts";
import { UsageError } from "../command-line/command.ts";
import { createContentCommand } from "./content-command.ts";
import { parsePause } from "./create-builder.ts";
import { addDialogue, replaceDialogue } from "./import-dialogue.ts";

/** Returns the id of the dialogue to replace: the given one, or else the file's name, as `export` names it. */
function readReplacedId(file: string, id: string | undefined): string {
  const found = id ?? path.basename(file, path.extname(file));
  if (ScenarioId.safeParse(found).success) return found;
  throw new UsageError("Give the dialogue to replace with --id, such as --id health-3.");
}

export const importTable = createContentCommand(
  {
    call: 'import FILE.csv --language nepali --topic health [--id health-3] [--title "At the clinic"] [--to DIR] [--replace [--yes]]',
    positionals: 1,
    summary: "converts a table of originals and translations to a script, and lists every unclear cell",
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
    if (!file || !values.language || !values.topic) throw new UsageError("Give a file, --language and --topic.");
    const { id, title, to } = values;
    const pause = values.pause === undefined ? undefined : parsePause(values.pause);
    const place = { language: parseLanguage(values.language), topic: parseTopic(values.topic) };
    const table = { file, workspace: createWorkspace(to), ...place, id, title, pause };
    const isWritten = values.replace
      ? await replaceDialogue({ ...table, id: readReplacedId(file, id) }, terminal)
      : await addDialogue(table, terminal);
    if (!isWritten) return 1;
    terminal.print(`Next: npm run content -- build ${to}`);
    return 0;
  },
);
