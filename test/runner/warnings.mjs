import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes each Node process with `env` write its warnings to a file, because nobody would see them in the middle of a
 * run's output.
 * @returns {{ env: { NODE_OPTIONS: string }, read: () => string }}
 */
export function collectWarnings() {
  const directory = mkdtempSync(join(tmpdir(), "parlance-warnings-"));
  const file = join(directory, "warnings.txt");
  const options = [process.env.NODE_OPTIONS, `--redirect-warnings=${JSON.stringify(file)}`];
  return {
    env: { NODE_OPTIONS: options.filter(Boolean).join(" ") },
    read: () => {
      const warnings = existsSync(file) ? readFileSync(file, "utf8") : "";
      rmSync(directory, { recursive: true, force: true });
      return warnings;
    },
  };
}
