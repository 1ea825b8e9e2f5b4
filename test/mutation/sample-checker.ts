import { createHash } from "node:crypto";
import { relative } from "node:path";
import { type Checker, type CheckResult, CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { TypeCheck } from "./type-check.ts";

/**
 * The changes of an area that are tested: the first `size` changes that compile, in an order that the seed determines.
 */
export type Sample = { size: number; seed: string; tsconfig: string };

type OptionsWithSample = StrykerOptions & { sample: Sample };

const hasSample = (options: StrykerOptions): options is OptionsWithSample => "sample" in options;

function hashRank(seed: string, { fileName, location, mutatorName, replacement }: Mutant): string {
  const place = [relative(process.cwd(), fileName), location.start.line, location.start.column];
  return createHash("sha256")
    .update(JSON.stringify([seed, ...place, mutatorName, replacement]))
    .digest("hex");
}

/** Changes that do not compile are left out, because they need no test. */
class SampleChecker implements Checker {
  static inject = tokens(commonTokens.options);
  readonly #sample: Sample;
  readonly #types: TypeCheck;
  #chosen = 0;

  constructor(options: StrykerOptions) {
    if (!hasSample(options)) throw new Error("The option `sample` is missing.");
    this.#sample = options.sample;
    this.#types = new TypeCheck(process.cwd(), options.sample.tsconfig);
  }

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    const ranked = mutants
      .map((mutant) => ({ id: mutant.id, rank: hashRank(this.#sample.seed, mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    return ranked.map(({ id }) => [id]);
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const results: Record<string, CheckResult> = {};
    for (const mutant of mutants) results[mutant.id] = await this.#checkOne(mutant);
    return results;
  }

  async #checkOne(mutant: Mutant): Promise<CheckResult> {
    if (this.#chosen >= this.#sample.size) return { status: CheckStatus.CompileError, reason: "outside the sample" };
    const reason = await this.#types.refusal(mutant);
    if (reason !== undefined) return { status: CheckStatus.CompileError, reason };
    this.#chosen += 1;
    return { status: CheckStatus.Passed };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", SampleChecker)];

export const strykerValidationSchema = { properties: { sample: { type: "object" } } };
