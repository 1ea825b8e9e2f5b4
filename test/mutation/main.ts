import { parseArgs } from "node:util";
import { type Area, areas } from "./areas.ts";
import { createOutcome, describeChange, type Outcome, percentage, toTable } from "./outcome.ts";
import { tryChanges } from "./try-changes.ts";

const usage = `Usage: npm run mutation -- [AREA…] [--seed TEXT] [--sample COUNT] [--files GLOB]…
Areas: ${areas.map(({ name }) => name).join(", ")}`;

type MutationArguments = { areas: readonly Area[]; seed: string };

/** @throws Error for an invalid argument */
function readArguments(): MutationArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "parlance" },
      sample: { type: "string" },
      files: { type: "string", multiple: true },
    },
  });
  const count = (text: string) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`"${text}" is no count.`);
    return value;
  };
  const wanted = positionals.map((name) => {
    const area = areas.find((known) => known.name === name);
    if (!area) throw new Error(`There is no area "${name}".`);
    return area;
  });
  const chosen = (wanted.length > 0 ? wanted : areas).map((area) => ({
    ...area,
    sample: values.sample ? count(values.sample) : area.sample,
    files: values.files ?? area.files,
  }));
  return { areas: chosen, seed: values.seed };
}

async function main({ areas: chosen, seed }: MutationArguments): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const area of chosen) {
    process.stdout.write(`${area.name}\n`);
    outcomes.push(createOutcome(area, await tryChanges(area, seed)));
  }
  const list = (title: string, changes: (outcome: Outcome) => Outcome["survived"]) => {
    const lines = outcomes.flatMap(changes).map(describeChange).sort();
    if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.join("\n")}\n`);
  };
  list("Survived", ({ survived }) => survived);
  list("No coverage", ({ uncovered }) => uncovered);
  process.stdout.write(`\nSeed "${seed}"\n\n${toTable(outcomes)}\n`);
  return outcomes.every((outcome) => percentage(outcome) >= outcome.area.goal) ? 0 : 1;
}

let wish: MutationArguments | undefined;
try {
  wish = readArguments();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exitCode = 2;
}
if (wish) process.exitCode = await main(wish);
