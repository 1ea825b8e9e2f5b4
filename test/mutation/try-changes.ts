import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { LogLevel, MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import type { Area } from "./areas.ts";
import type { Sample } from "./sample-checker.ts";

const here = import.meta.dirname;

/** Above two, Stryker would choose the sample in several independent processes. */
const atOnce = Math.min(2, availableParallelism());

function stryker(area: Area, seed: string): PartialStrykerOptions & { sample: Sample } {
  const { files, sample, tsconfig } = area;
  return {
    mutate: [...files],
    testRunner: "vitest",
    vitest: { configFile: join(here, "vitest.config.ts"), pool: "forks", related: true },
    coverageAnalysis: "perTest",
    plugins: ["@stryker-mutator/vitest-runner", join(here, "sample-checker.ts")],
    checkers: ["sample"],
    sample: { size: sample, seed, tsconfig },
    concurrency: atOnce,
    reporters: ["progress-append-only"],
    // The enum does not exist at run time.
    logLevel: "warn" as LogLevel,
    warnings: false,
    // The other documents are not ignored, because tests of the area `lib` read docs/permissions.md.
    ignorePatterns: ["web/dist", ".local", "cdk.out", "docs/screens"],
    // Stryker would rewrite the tsconfig with an API that TypeScript has removed.
    tsconfigFile: "none",
    // The timeout is long, because a slow test on a busy machine must not count as an endless loop.
    timeoutMS: 30_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
  };
}

export async function tryChanges(area: Area, seed: string): Promise<MutantResult[]> {
  process.env["MUTATION_PROJECT"] = area.project;
  process.env["MUTATION_TESTS"] = area.tests.join(",");
  const results = await new Stryker(stryker(area, seed)).runMutationTest();
  // The checker marks changes outside of the sample, and changes that do not compile, as CompileError.
  return results.filter(({ status }) => status !== "CompileError");
}
