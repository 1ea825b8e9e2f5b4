import { build } from "./build.ts";
import { check } from "./check.ts";
import type { ContentCommand } from "./content-command.ts";
import { exportTables } from "./export.ts";
import { importTable } from "./import.ts";
import { newScript } from "./new.ts";
import { preview } from "./preview.ts";
import { publish } from "./publish.ts";
import { report } from "./report.ts";
import { rollback } from "./rollback.ts";

const commands: Readonly<Record<string, ContentCommand>> = {
  new: newScript,
  import: importTable,
  build,
  check,
  preview,
  publish,
  rollback,
  export: exportTables,
  report,
};

const overview = Object.values(commands).map(({ call, summary }) => `  ${call}\n      ${summary}`);

/** @returns the exit code */
export async function runContent([name, ...args]: readonly string[]): Promise<number> {
  const found = name && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found) return found.run(args);
  const isAsked = name === undefined || name === "help" || name === "--help";
  const lines = [...(isAsked ? [] : [`There is no command "${name}".`]), "npm run content -- COMMAND", ...overview];
  process[isAsked ? "stdout" : "stderr"].write(`${lines.join("\n")}\n`);
  return isAsked ? 0 : 2;
}

if (import.meta.main) {
  // Paths in arguments are relative to the folder in which the command was called. npm changes to the project's folder.
  process.chdir(process.env["INIT_CWD"] ?? ".");
  process.exitCode = await runContent(process.argv.slice(2));
}
