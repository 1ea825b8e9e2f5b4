import { existsSync } from "node:fs";
import { workshopIn } from "../../content/building/workshop.ts";
import { inspectPack } from "../../content/checking/check-pack.ts";
import { problemLine } from "../../content/checking/pack-reader.ts";
import { WrongCall } from "../command-line/command.ts";
import { contentCommand } from "./content-command.ts";
import { listeningOn } from "./surroundings.ts";

/**
 * The pack of a directory: what was built in it, or it is one itself.
 * @throws Error if there is no such directory, or nothing was built in it yet
 */
export function packIn(directory: string): string {
  const { pack, scripts } = workshopIn(directory);
  if (!existsSync(directory)) throw new Error(`There is no directory ${directory}.`);
  if (existsSync(pack)) return pack;
  if (!existsSync(scripts)) return directory;
  throw new Error(`No pack was built in ${directory} yet: npm run content -- build ${directory}`);
}

export const check = contentCommand(
  {
    call: "check DIR [--json]",
    positionals: 1,
    summary:
      "finds all that is wrong with a pack, and what would be better otherwise; exit code 1 if anything is wrong",
  },
  { json: { type: "boolean", default: false } },
  async ({ positionals: [directory], values: { json } }, terminal) => {
    if (!directory) throw new WrongCall("Which directory? It is a pack, or holds pack/.");
    const { print } = terminal;
    const { problems, advice } = await inspectPack(packIn(directory), json ? {} : { report: listeningOn(terminal) });
    if (json) print(JSON.stringify({ problems, advice }, null, 2));
    else {
      for (const problem of problems) print(`✗ ${problemLine(problem)}`);
      for (const problem of advice) print(`! ${problemLine(problem)}`);
      const found = problems.length === 0 ? "No problems found." : `Problems found: ${problems.length}.`;
      print(advice.length === 0 ? found : `${found} Advice: ${advice.length}.`);
    }
    return problems.length === 0 ? 0 : 1;
  },
);
