import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Destination } from "../../content/publishing/bucket.ts";
import type { Report } from "../../content/publishing/carry-out.ts";
import type { Changes } from "../../content/publishing/changes.ts";
import { describeChanges } from "../../content/publishing/describe-changes.ts";
import type { Prune } from "../../content/publishing/plan-publication.ts";
import { previewPublication, publishPack } from "../../content/publishing/publish-pack.ts";
import { rollBack } from "../../content/publishing/roll-back.ts";
import { openTerminal, type Terminal } from "../../lib/command-line/terminal.ts";
import { readStage, StageError } from "../../lib/stages.ts";
import { openAws } from "../stage/aws.ts";
import { contentDestination } from "../stage/content-destination.ts";
import { explain } from "../stage/failures.ts";
import { localDestination } from "../stage/local-destination.ts";

export const publishUsage = "publish DIR --stage STAGE|local [--prune [all]] [--yes] [--dry-run]";
export const rollbackUsage = "rollback --stage STAGE|local [--yes]";

const stateDirectory = () => process.env["PARLANCE_STATE"] ?? join(import.meta.dirname, "..", "..", ".local");

/** What the commands work with, so that they can be tried. */
export type Surroundings = {
  terminal: (agrees: boolean) => Terminal;
  /** @param by the command that publishes */
  open: (stage: string, by: string) => Promise<Destination>;
  /** Calls back when somebody asks for an end; answers with how to hear no more of it. */
  onInterrupt: (interrupt: () => void) => () => void;
};

/** Somebody at this terminal, with what there is of AWS in the environment. */
export const here: Surroundings = {
  terminal: openTerminal,
  open: async (stage, by) => {
    if (stage === "local") return localDestination(stateDirectory(), by);
    const { region } = readStage(stage);
    return contentDestination({ aws: openAws(region), stackName: `parlance-${stage}` }, by);
  },
  onInterrupt: (interrupt) => {
    process.once("SIGINT", interrupt);
    return () => void process.off("SIGINT", interrupt);
  },
};

class WrongCall extends Error {}

type Call = { directory: string | undefined; stage: string; prune: Prune; agrees: boolean; isDry: boolean };

const common = { stage: { type: "string" }, yes: { type: "boolean" } } as const;
const publishing = { ...common, prune: { type: "boolean" }, "dry-run": { type: "boolean" } } as const;

/** What `--prune` asks for: a word after it that says "all" is its own. */
function pruneAmong(args: readonly string[]): { prune: Prune; rest: string[] } {
  const at = args.indexOf("--prune");
  if (at < 0) return { prune: "nothing", rest: [...args] };
  if (args[at + 1] === "all") return { prune: "all", rest: args.toSpliced(at + 1, 1) };
  return { prune: "own-languages", rest: [...args] };
}

/** @throws TypeError or WrongCall for what cannot be understood */
function readPublish(args: readonly string[]): Call & { directory: string } {
  const { prune, rest } = pruneAmong(args);
  const { values, positionals } = parseArgs({ args: rest, options: publishing, allowPositionals: true });
  const [directory] = positionals;
  if (!values.stage || !directory || positionals.length > 1) throw new WrongCall("Which pack goes to which stage?");
  const from = resolve(process.env["INIT_CWD"] ?? ".", directory);
  const [agrees, isDry] = [values.yes ?? false, values["dry-run"] ?? false];
  return { directory: from, stage: values.stage, prune, agrees, isDry };
}

/** @throws TypeError or WrongCall for what cannot be understood */
function readRollback(args: readonly string[]): Pick<Call, "stage" | "agrees"> {
  const { values } = parseArgs({ args: [...args], options: common });
  if (!values.stage) throw new WrongCall("Of which stage?");
  return { stage: values.stage, agrees: values.yes ?? false };
}

const isWrongCall = (error: unknown) =>
  error instanceof WrongCall ||
  (error instanceof TypeError && "code" in error && `${error.code}`.startsWith("ERR_PARSE"));

/** Says in a sentence what went wrong; answers with the exit code. */
async function tellFailures(usage: string, terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isWrongCall(error) && error instanceof Error) {
      terminal.complain(`${error.message}\nUsage: npm run content -- ${usage}`);
      return 2;
    }
    const sentence = error instanceof StageError ? error.message : explain(error);
    if (sentence === null) throw error;
    terminal.complain(sentence);
    return 1;
  }
}

/** Runs work that stops before its next file when somebody asks for an end. */
async function interruptibly<T>(around: Surroundings, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const forget = around.onInterrupt(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    forget();
  }
}

const reportOn =
  (terminal: Terminal): Report =>
  (done, total) =>
    terminal.shows("Files", done.files, total.files);

const isNothing = ({ upload, remove }: Changes) => upload.size === 0 && remove.size === 0;

/** Shows what changes, and asks for it unless it is nothing. */
async function agreeTo(terminal: Terminal, changes: Changes, question: string): Promise<boolean> {
  for (const line of describeChanges(changes)) terminal.print(line);
  return isNothing(changes) || terminal.asks(question);
}

async function publish(call: Call & { directory: string }, terminal: Terminal, around: Surroundings): Promise<number> {
  const { directory, stage, prune, isDry } = call;
  const destination = await around.open(stage, `npm run content -- publish --stage ${stage}`);
  terminal.print("Checking the pack …");
  if (isDry) {
    const changes = await previewPublication({ directory, destination, prune });
    for (const line of describeChanges(changes)) terminal.print(line);
    return 0;
  }
  const agree = (changes: Changes) => agreeTo(terminal, changes, `Publish this to ${stage}?`);
  const options = { directory, destination, prune, agree, report: reportOn(terminal) };
  const counts = await interruptibly(around, (signal) => publishPack({ ...options, signal }));
  if (!counts) {
    terminal.complain("Nothing was changed.");
    return 1;
  }
  terminal.print(`${counts.uploaded} uploaded, ${counts.unchanged} unchanged, ${counts.removed} removed.`);
  return 0;
}

async function rollback(stage: string, terminal: Terminal, around: Surroundings): Promise<number> {
  const destination = await around.open(stage, `npm run content -- rollback --stage ${stage}`);
  const brought = await interruptibly(around, (signal) =>
    rollBack({
      destination,
      signal,
      report: reportOn(terminal),
      agree: (changes, { number, at, by }) => {
        terminal.print(`Publication ${number} of ${at.slice(0, 16).replace("T", " ")} UTC (${by}):`);
        return agreeTo(terminal, changes, `Go back to it on ${stage}?`);
      },
    }),
  );
  if (!brought) {
    terminal.complain("Nothing was changed.");
    return 1;
  }
  terminal.print(`Publication ${brought.number} is back.`);
  return 0;
}

/** Publishes a pack to a stage or the local cloud, and says what it does; answers with the exit code. */
export function runPublish(args: readonly string[], around: Surroundings = here): Promise<number> {
  const terminal = around.terminal(args.includes("--yes"));
  return tellFailures(publishUsage, terminal, () => publish(readPublish(args), terminal, around));
}

/** Brings back the publication before, and says what it does; answers with the exit code. */
export function runRollback(args: readonly string[], around: Surroundings = here): Promise<number> {
  const terminal = around.terminal(args.includes("--yes"));
  return tellFailures(rollbackUsage, terminal, () => rollback(readRollback(args).stage, terminal, around));
}
