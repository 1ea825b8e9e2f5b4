import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/**
 * Runs a program whose output goes to the operator's terminal. Returns its exit code; 127, as in a shell, if the
 * program cannot start; 1 if a signal ended the program.
 * @param env added to the environment
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
