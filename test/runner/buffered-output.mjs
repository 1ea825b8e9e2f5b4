import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Output
 * @property {import("node:child_process").StdioOptions} stdio for programs
 * @property {(text: string) => void} say writes a text of the runner
 * @property {() => void} show writes the buffered output and deletes the buffer
 */

/** @type {Output} */
export const immediateOutput = {
  stdio: ["ignore", "inherit", "inherit"],
  say: (text) => void process.stdout.write(text),
  show: () => {},
};

/** @returns {Output} */
export function bufferOutput() {
  const directory = mkdtempSync(join(tmpdir(), "parlance-held-"));
  const file = join(directory, "output");
  const output = openSync(file, "a");
  return {
    stdio: ["ignore", output, output],
    say: (text) => void writeSync(output, text),
    show: () => {
      closeSync(output);
      process.stdout.write(readFileSync(file));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
