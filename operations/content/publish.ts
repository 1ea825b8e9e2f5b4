import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import type { Prune } from "../../content/publishing/plan-publication.ts";
import { previewPublication, publishPack } from "../../content/publishing/publish-pack.ts";
import { WrongCall } from "../command-line/command.ts";
import { interruptibly } from "../command-line/interruptibly.ts";
import { packIn } from "./check.ts";
import { type ContentCommand, contentCommand } from "./content-command.ts";
import { agreed, here, listeningOn, reportOn, type Surroundings } from "./surroundings.ts";

const options = {
  stage: { type: "string" },
  prune: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
} as const;

/** `all` after `--prune` is read as an argument. */
function readArguments(positionals: readonly string[], isPruned: boolean): { directories: string[]; prune: Prune } {
  if (!isPruned) return { directories: [...positionals], prune: "nothing" };
  const directories = positionals.filter((one) => one !== "all");
  return { directories, prune: directories.length < positionals.length ? "all" : "own-languages" };
}

/** Publishes a pack to a stage or the local cloud, and says what it does. */
export const publishIn = (around: Surroundings): ContentCommand =>
  contentCommand(
    {
      call: "publish DIR --stage STAGE|local [--prune [all]] [--yes] [--dry-run]",
      summary: "shows what a pack would change in a stage, and publishes it",
      terminal: around.terminal,
    },
    options,
    async ({ positionals, values }, terminal) => {
      const { stage } = values;
      const { directories, prune } = readArguments(positionals, values.prune);
      const [directory] = directories;
      if (!stage || !directory || directories.length > 1) throw new WrongCall("Which pack goes to which stage?");
      const pack = packIn(directory);
      const destination = await around.open(stage, `npm run content -- publish --stage ${stage}`);
      terminal.print("Checking the pack …");
      const listening = listeningOn(terminal);
      if (values["dry-run"]) {
        const changes = await previewPublication({ directory: pack, destination, prune, listening });
        for (const line of describeChanges(changes)) terminal.print(line);
        return 0;
      }
      const publication = { directory: pack, listening, destination, prune, report: reportOn(terminal) };
      const counts = await agreed(terminal, (asks) => {
        const agree = (changes: Changes) => asks(changes, `Publish this to ${stage}?`);
        return interruptibly((signal) => publishPack({ ...publication, agree, signal }), around.onInterrupt);
      });
      if (!counts) {
        terminal.complain("Nothing was changed.");
        return 1;
      }
      terminal.print(`${counts.uploaded} uploaded, ${counts.unchanged} unchanged, ${counts.removed} removed.`);
      return 0;
    },
  );

export const publish = publishIn(here);
