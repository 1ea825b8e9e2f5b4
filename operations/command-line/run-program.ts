import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/**
 * @param env added to the environment
 * @returns the exit code; 127 if the program cannot start, and 1 if a signal ended it
 */
export function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  directory = root,
): Promise<number> {
  return new Promise((end) => {
    const child = spawn(program, args, { cwd: directory, stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", () => end(127));
    child.once("exit", (code) => end(code ?? 1));
  });
}
