import { type RollbackOptions, rollBack } from "../../content/publishing/roll-back.ts";
import { UsageError } from "../command-line/command.ts";
import { runInterruptible } from "../command-line/run-interruptible.ts";
import { type ContentCommand, createContentCommand } from "./content-command.ts";
import {
  type ContentEnvironment,
  createPublishReporter,
  defaultEnvironment,
  runWithConfirmation,
} from "./content-environment.ts";

export const createRollbackCommand = (around: ContentEnvironment): ContentCommand =>
  createContentCommand(
    {
      call: "rollback --stage STAGE|local [--yes]",
      positionals: 0,
      summary: "restores the previous publication",
      terminal: around.createTerminal,
    },
    { stage: { type: "string" } },
    async ({ values: { stage } }, terminal) => {
      if (!stage) throw new UsageError("Give --stage.");
      const destination = await around.openDestination(stage, `npm run content -- rollback --stage ${stage}`);
      const restored = await runWithConfirmation(terminal, (asks) => {
        const agree: RollbackOptions["confirm"] = (changes, { number, at, by }) => {
          terminal.print(`Publication ${number} of ${at.slice(0, 16).replace("T", " ")} UTC (${by}):`);
          return asks(changes, `Restore it on ${stage}?`);
        };
        const report = createPublishReporter(terminal);
        return runInterruptible(
          (signal) => rollBack({ destination, signal, report, confirm: agree }),
          around.onInterrupt,
        );
      });
      if (!restored) {
        terminal.printError("Nothing was changed.");
        return 1;
      }
      terminal.print(`Publication ${restored.number} is restored.`);
      return 0;
    },
  );

export const rollback = createRollbackCommand(defaultEnvironment);
