import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { LogLevel, MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import type { Area } from "./areas.ts";
import type { Sample } from "./sample-checker.ts";

const here = import.meta.dirname;

/** Changes tried at once. With more, Stryker would choose the sample in several processes that do not know of each other. */
const atOnce = Math.min(2, availableParallelism());

function stryker(area: Area, seed: string): PartialStrykerOptions & { sample: Sample } {
  const { files, sample, tsconfig } = area;
  return {
    mutate: [...files],
    testRunner: "vitest",
    // A thread cannot be given a time zone of its own, as tests of dates want.
    vitest: { configFile: join(here, "vitest.config.ts"), pool: "forks", related: true },
    coverageAnalysis: "perTest",
    plugins: ["@stryker-mutator/vitest-runner", join(here, "sample-checker.ts")],
    checkers: ["sample"],
    sample: { size: sample, seed, tsconfig },
    concurrency: atOnce,
    reporters: ["progress-append-only"],
    // The enum is there for the compiler alone.
    logLevel: "warn" as LogLevel,
    warnings: false,
    // Tests of the area `lib` read docs/cost.md.
    ignorePatterns: ["web/dist", ".local", "cdk.out", "docs/screens"],
    // Stryker would rewrite the tsconfig with an interface that TypeScript no longer has; nothing in it needs it.
    tsconfigFile: "none",
    // A busy machine must not pass for a change that ends in an endless loop.
    timeoutMS: 30_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
  };
}

/** Tries a random sample of small changes to an area, each against its tests. */
export async function tryChanges(area: Area, seed: string): Promise<MutantResult[]> {
  process.env["MUTATION_PROJECT"] = area.project;
  process.env["MUTATION_TESTS"] = area.tests.join(",");
  const results = await new Stryker(stryker(area, seed)).runMutationTest();
  // What was not chosen, or does not compile, is marked so by the checker.
  return results.filter(({ status }) => status !== "CompileError");
}
