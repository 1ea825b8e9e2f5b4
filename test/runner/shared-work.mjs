import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of the environment variable that says in which file the template's grants are kept, once they are made. */
export const grantsVariable = "PARLANCE_TEST_GRANTS";

/**
 * Has the parts of a run share what would take each of them seconds to make: the grants of the template, and what Node
 * compiles, types stripped, of the modules that the many programs of the tests load.
 * @returns {{ env: Record<string, string>, remove: () => void }} `env` is for every process of the run; `remove` ends it
 */
export function shareWork() {
  const directory = mkdtempSync(join(tmpdir(), "parlance-shared-"));
  return {
    env: { [grantsVariable]: join(directory, "grants.json"), NODE_COMPILE_CACHE: join(directory, "compiled") },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
