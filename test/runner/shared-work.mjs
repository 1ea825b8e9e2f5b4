import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of the environment variable that says in which file the template's facts are kept, once they are known. */
export const templateVariable = "PARLANCE_TEST_TEMPLATE";

/**
 * Has the parts of a run share what would take each of them seconds to make: the facts of the template, and what Node
 * compiles, types stripped, of the modules that the many programs of the tests load. What they all leave in the folder for
 * temporary files goes with it: templates of the CDK's, profiles of browsers, data of clouds that were killed.
 * @returns {{ env: Record<string, string>, remove: () => void }} `env` is for every process of the run; `remove` ends it
 */
export function prepareSharedWork() {
  const directory = mkdtempSync(join(tmpdir(), "parlance-tests-"));
  const temporary = join(directory, "tmp");
  mkdirSync(temporary);
  return {
    env: {
      [templateVariable]: join(directory, "template.json"),
      NODE_COMPILE_CACHE: join(directory, "compiled"),
      TMPDIR: temporary,
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
