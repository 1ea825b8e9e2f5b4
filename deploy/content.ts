import type { Command } from "../lib/command-line/command.ts";
import { build } from "./content/build.ts";
import { check } from "./content/check.ts";
import { exportTables } from "./content/export.ts";
import { importTable } from "./content/import.ts";
import { newScript } from "./content/new.ts";
import { preview } from "./content/preview.ts";
import { publishUsage, rollbackUsage, runPublish, runRollback } from "./content/publish.ts";

/** What `npm run content` can do, by name, in the order of the work. */
const commands: Readonly<Record<string, Command>> = {
  new: newScript,
  import: importTable,
  build,
  check,
  preview,
  publish: {
    usage: publishUsage,
    summary: "shows what a pack would change in a stage, and publishes it",
    run: runPublish,
  },
  rollback: { usage: rollbackUsage, summary: "brings back the publication before", run: runRollback },
  export: exportTables,
};

const overview = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);

/** Runs a command; answers with the exit code. */
export async function runContent([name, ...args]: readonly string[]): Promise<number> {
  const found = name && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found) return found.run(args);
  const isAsked = name === undefined || name === "help" || name === "--help";
  const lines = [...(isAsked ? [] : [`There is no command "${name}".`]), "npm run content -- COMMAND", ...overview];
  process[isAsked ? "stdout" : "stderr"].write(`${lines.join("\n")}\n`);
  return isAsked ? 0 : 2;
}

if (import.meta.main) process.exitCode = await runContent(process.argv.slice(2));
