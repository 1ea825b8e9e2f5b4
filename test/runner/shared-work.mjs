import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variable with the path of the file for the template's facts. */
export const templateVariable = "PARLANCE_TEST_TEMPLATE";

/**
 * Creates a folder for results that several parts need and that take seconds each: the template's facts, and Node's
 * compile cache. The folder also contains the temporary files of all parts, such as CDK templates and browser profiles.
 * @returns {{ env: Record<string, string>, remove: () => void }} `env` is for every process of the run; `remove`
 * deletes the folder
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
