import { existsSync } from "node:fs";
import { workshopIn } from "../building/workshop.ts";
import { inspectPack } from "../checking/check-pack.ts";
import { command, WrongCall } from "./command.ts";

/** The pack of a directory: what was built in it, or it is one itself. */
export function packIn(directory: string): string {
  const { pack } = workshopIn(directory);
  return existsSync(pack) ? pack : directory;
}

export const check = command(
  {
    usage: "check DIR [--json]",
    summary:
      "finds all that is wrong with a pack, and what would be better otherwise; exit code 1 if anything is wrong",
  },
  { json: { type: "boolean", default: false } },
  async ({ positionals: [directory], values: { json } }, { print }) => {
    if (!directory) throw new WrongCall("Which directory? It is a pack, or holds pack/.");
    const { problems, advice } = await inspectPack(packIn(directory));
    if (json) print(JSON.stringify({ problems, advice }, null, 2));
    else {
      for (const { path, problem } of problems) print(`✗ ${path}: ${problem}`);
      for (const { path, problem } of advice) print(`! ${path}: ${problem}`);
      const found = problems.length === 0 ? "No problems found." : `Problems found: ${problems.length}.`;
      print(advice.length === 0 ? found : `${found} Advice: ${advice.length}.`);
    }
    return problems.length === 0 ? 0 : 1;
  },
);
