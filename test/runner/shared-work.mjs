import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variable with the path of the file for the template's facts. */
export const templateVariable = "PARLANCE_TEST_TEMPLATE";

/** @returns {{ env: Record<string, string>, remove: () => void }} `env` is for every process of the run */
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
