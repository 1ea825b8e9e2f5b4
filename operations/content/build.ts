import type { Made } from "../../content/building/manifest.ts";
import { workshopIn } from "../../content/building/workshop.ts";
import { checkPack } from "../../content/checking/check-pack.ts";
import { problemLine } from "../../content/checking/pack-reader.ts";
import { WrongCall } from "../command-line/command.ts";
import { interruptibly } from "../command-line/interruptibly.ts";
import { builderOf, buildingOptions } from "./builder-of.ts";
import { contentCommand } from "./content-command.ts";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });

function levelsOf(recordings: readonly Made[]): string {
  const range = (read: (made: Made) => number) => {
    const values = recordings.map(read);
    return `${number.format(Math.min(...values))} to ${number.format(Math.max(...values))}`;
  };
  return `Loudness ${range((made) => made.loudness)} LUFS, true peaks ${range((made) => made.peak)} dBTP.`;
}

export const build = contentCommand(
  {
    call: "build DIR [--voice espeak-ng|polly] [--pause SECONDS] [--yes]",
    positionals: 1,
    summary: "makes the pack of a directory from its scripts and recordings",
  },
  buildingOptions,
  async ({ positionals: [directory], values }, terminal) => {
    if (!directory) throw new WrongCall("Which directory? It holds scripts/.");
    const workshop = workshopIn(directory);
    const built = await interruptibly(builderOf(workshop, values, terminal));
    const { print, complain } = terminal;
    print(`${built.made} recordings made, ${built.kept} kept, ${built.removed} files removed.`);
    print(levelsOf(built.recordings));
    const problems = await checkPack(workshop.pack, { decode: false });
    for (const problem of problems) complain(problemLine(problem));
    return problems.length === 0 ? 0 : 1;
  },
);
