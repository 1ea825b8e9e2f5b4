import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Has Node write its warnings, such as those of listeners that pile up, into a file, in every process that is given
 * `env`: in the middle of a run nobody reads them.
 * @returns {{ env: { NODE_OPTIONS: string }, read: () => string }} `read` gives what was warned of, and ends it
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
