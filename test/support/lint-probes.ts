import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/**
 * @param probes contents by path from the project's root
 * @param options of the linter, such as the rules to run
 * @returns one line for each finding
 */
export async function lintProbes(probes: ReadonlyMap<string, string>, options: readonly string[]): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-lint-"));
  try {
    const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
    writeFileSync(join(directory, "biome.json"), JSON.stringify(rules));
    mkdirSync(join(directory, "web"));
    for (const file of ["biome.json", "registered-storage.grit"]) {
      copyFileSync(join(root, "web", file), join(directory, "web", file));
    }
    for (const [path, text] of probes) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const biome = join(root, "node_modules", ".bin", "biome");
    const args = ["lint", ...options, "--max-diagnostics=none", "--reporter=github", "."];
    const report = await new Promise<string>((resolve) => {
      execFile(biome, args, { cwd: directory }, (_error, stdout) => resolve(stdout));
    });
    return report.split("\n").filter((line) => line.startsWith("::"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
