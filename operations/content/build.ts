import type { BuildResult } from "../../content/building/build-pack.ts";
import { createWorkspace } from "../../content/building/workspace.ts";
import { checkPack } from "../../content/checking/check-pack.ts";
import { describeProblem } from "../../content/checking/pack-reader.ts";
import { findRecordingAdvice } from "../../content/checking/recording-advice.ts";
import { type Made, readManifest } from "../../content/files/manifest.ts";
import { UsageError } from "../command-line/command.ts";
import { runInterruptible } from "../command-line/run-interruptible.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { createContentCommand } from "./content-command.ts";
import { buildCommandOptions, createBuilder } from "./create-builder.ts";

const numberFormat = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function describeLevels(recordings: readonly Made[]): string {
  const range = (read: (made: Made) => number) => {
    const values = recordings.map(read);
    return `${numberFormat.format(Math.min(...values))} to ${numberFormat.format(Math.max(...values))}`;
  };
  return `Loudness ${range((made) => made.loudness)} LUFS, true peaks ${range((made) => made.peak)} dBTP.`;
}

export function reportFaults({ faults, unbuilt }: BuildResult, { printError }: Terminal): void {
  for (const fault of faults) printError(fault);
  if (unbuilt.length === 0) return;
  const count = unbuilt.length === 1 ? "1 dialogue was" : `${unbuilt.length} dialogues were`;
  printError(`${count} not built: ${unbuilt.join(", ")}. The pack keeps earlier versions that are intact.`);
}

export const build = createContentCommand(
  {
    call: "build DIR [--voice espeak-ng|polly] [--pause SECONDS] [--yes]",
    positionals: 1,
    summary: "builds the pack of a directory from its scripts and recordings",
  },
  buildCommandOptions,
  async ({ positionals: [directory], values }, terminal) => {
    if (!directory) throw new UsageError("Give a directory with scripts/ in it.");
    const workshop = createWorkspace(directory);
    const built = await runInterruptible(createBuilder(workshop, values, terminal));
    const { print, printError } = terminal;
    reportFaults(built, terminal);
    print(`${built.made} audio files made, ${built.reused} reused, ${built.removed} files removed.`);
    print(describeLevels(built.recordings));
    for (const advice of findRecordingAdvice(await readManifest(workshop.manifest)))
      print(`! ${describeProblem(advice)}`);
    const problems = await checkPack(workshop.pack, { decode: false });
    for (const problem of problems) printError(describeProblem(problem));
    return problems.length + built.faults.length === 0 ? 0 : 1;
  },
);
