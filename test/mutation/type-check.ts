import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Mutant } from "@stryker-mutator/api/core";
import { offsetsOf } from "./offsets.ts";

const sources = ["tsconfig.base.json", "tsconfig.json", "package.json"];
const sourceFolders = ["domain", "lambdas", "lib", "operations", "content", "web"];
const isSource = (path: string) => !/[\\/](pack|scripts|dist)([\\/]|$)|node_modules/.test(path);

function changed(text: string, { location, replacement }: Mutant): string {
  const { start, end } = offsetsOf(text, location, 0);
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Compiles a changed file and its imports in a copy of the sources. */
export class TypeCheck {
  readonly #root: string;
  readonly #directory = mkdtempSync(join(tmpdir(), "parlance-mutation-"));
  readonly #tsconfig: string;

  constructor(root: string, tsconfig: string) {
    this.#root = root;
    this.#tsconfig = tsconfig;
    for (const name of sources) cpSync(join(root, name), join(this.#directory, name));
    for (const name of sourceFolders)
      cpSync(join(root, name), join(this.#directory, name), { recursive: true, filter: isSource });
    symlinkSync(join(root, "node_modules"), join(this.#directory, "node_modules"));
    process.once("exit", () => rmSync(this.#directory, { recursive: true, force: true }));
  }

  /** Returns the compiler's first error, or undefined if the change compiles. */
  async refusal(mutant: Mutant): Promise<string | undefined> {
    const name = relative(this.#root, mutant.fileName);
    const file = join(this.#directory, name);
    const original = readFileSync(file, "utf8");
    writeFileSync(file, changed(original, mutant));
    try {
      return await this.#compile(name);
    } finally {
      writeFileSync(file, original);
    }
  }

  #compile(name: string): Promise<string | undefined> {
    const folder = join(this.#directory, dirname(this.#tsconfig));
    const config = join(folder, "tsconfig.changed.json");
    const ambient = this.#tsconfig.startsWith("web") ? [join(folder, "src/vite-env.d.ts")] : [];
    const content = {
      extends: join(this.#directory, this.#tsconfig),
      files: [join(this.#directory, name), ...ambient],
      include: [],
    };
    writeFileSync(config, JSON.stringify(content));
    return new Promise((resolve, reject) => {
      execFile(join(this.#root, "node_modules/.bin/tsc"), ["-p", config, "--pretty", "false"], (error, stdout) => {
        if (!error) resolve(undefined);
        else if (stdout) resolve(stdout.split("\n")[0]);
        else reject(error);
      });
    });
  }
}
