import { type RollbackOptions, rollBack } from "../../content/publishing/roll-back.ts";
import { WrongCall } from "../command-line/command.ts";
import { interruptibly } from "../command-line/interruptibly.ts";
import { type ContentCommand, contentCommand } from "./content-command.ts";
import { agreed, here, reportOn, type Surroundings } from "./surroundings.ts";

/** Brings back the publication before, and says what it does. */
export const rollbackIn = (around: Surroundings): ContentCommand =>
  contentCommand(
    {
      call: "rollback --stage STAGE|local [--yes]",
      positionals: 0,
      summary: "brings back the publication before",
      terminal: around.terminal,
    },
    { stage: { type: "string" } },
    async ({ values: { stage } }, terminal) => {
      if (!stage) throw new WrongCall("Of which stage?");
      const destination = await around.open(stage, `npm run content -- rollback --stage ${stage}`);
      const brought = await agreed(terminal, (asks) => {
        const agree: RollbackOptions["agree"] = (changes, { number, at, by }) => {
          terminal.print(`Publication ${number} of ${at.slice(0, 16).replace("T", " ")} UTC (${by}):`);
          return asks(changes, `Go back to it on ${stage}?`);
        };
        const report = reportOn(terminal);
        return interruptibly((signal) => rollBack({ destination, signal, report, agree }), around.onInterrupt);
      });
      if (!brought) {
        terminal.complain("Nothing was changed.");
        return 1;
      }
      terminal.print(`Publication ${brought.number} is back.`);
      return 0;
    },
  );

export const rollback = rollbackIn(here);
