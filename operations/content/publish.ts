import { parseLanguage } from "../../content/authoring/write-script.ts";
import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import type { Prune, Removals } from "../../content/publishing/publication-scope.ts";
import { previewPublication, publishPack } from "../../content/publishing/publish-pack.ts";
import { UsageError } from "../command-line/command.ts";
import { runInterruptible } from "../command-line/run-interruptible.ts";
import { findPack } from "./check.ts";
import { type ContentCommand, createContentCommand } from "./content-command.ts";
import {
  type ContentEnvironment,
  createCheckReporter,
  createPublishReporter,
  defaultEnvironment,
  runWithConfirmation,
} from "./content-environment.ts";

const options = {
  stage: { type: "string" },
  prune: { type: "boolean", default: false },
  "replace-language": { type: "string", multiple: true },
  remove: { type: "string", multiple: true },
  "dry-run": { type: "boolean", default: false },
} as const;

/** `--prune` is a flag, so the parser treats `all` in `--prune all` as an argument. */
function readArguments(positionals: readonly string[], isPruned: boolean): { directories: string[]; prune: Prune } {
  if (!isPruned) return { directories: [...positionals], prune: "nothing" };
  const directories = positionals.filter((one) => one !== "all");
  return { directories, prune: directories.length < positionals.length ? "all" : "own-languages" };
}

export const createPublishCommand = (around: ContentEnvironment): ContentCommand =>
  createContentCommand(
    {
      call: "publish DIR --stage STAGE|local [--replace-language LANGUAGE] [--remove LANGUAGE/TOPIC/ID] [--prune [all]] [--yes] [--dry-run]",
      summary: "shows the changes of a pack in a stage, then publishes it; removes only what is named",
      terminal: around.createTerminal,
    },
    options,
    async ({ positionals, values }, terminal) => {
      const { stage } = values;
      const { directories, prune } = readArguments(positionals, values.prune);
      const [directory] = directories;
      if (!stage || !directory || directories.length > 1) throw new UsageError("Give one pack and --stage.");
      const pack = findPack(directory);
      const removals: Removals = {
        prune,
        replacedLanguages: values["replace-language"]?.map(parseLanguage),
        removedDialogues: values.remove,
      };
      const destination = await around.openDestination(stage, `npm run content -- publish --stage ${stage}`);
      terminal.print("Checking the pack …");
      const listening = createCheckReporter(terminal);
      if (values["dry-run"]) {
        const changes = await previewPublication({
          ...removals,
          directory: pack,
          destination,
          onAudioChecked: listening,
        });
        for (const line of describeChanges(changes)) terminal.print(line);
        return 0;
      }
      const publication = {
        ...removals,
        directory: pack,
        onAudioChecked: listening,
        destination,
        report: createPublishReporter(terminal),
      };
      const counts = await runWithConfirmation(terminal, (asks) => {
        const agree = (changes: Changes) => asks(changes, `Publish this to ${stage}?`);
        return runInterruptible(
          (signal) => publishPack({ ...publication, confirm: agree, signal }),
          around.onInterrupt,
        );
      });
      if (!counts) {
        terminal.printError("Nothing was changed.");
        return 1;
      }
      terminal.print(`${counts.uploaded} uploaded, ${counts.unchanged} unchanged, ${counts.removed} removed.`);
      return 0;
    },
  );

export const publish = createPublishCommand(defaultEnvironment);
