import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { scaledTimeoutMs } from "./limits.ts";

export type ProgramResult = { code: number | null; stdout: string; stderr: string };

export type ProgramOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** When it is ended if it has not ended by itself, on a quiet machine; after 10 seconds unless given. */
  timeoutMs?: number;
};

/** Runs a program of this Node to its end. `env` is added to this process's environment; undefined takes away. */
export async function runProgram(
  args: readonly string[],
  { cwd, env = {}, timeoutMs = 10_000 }: ProgramOptions,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // What must not start, but does, would go on for ever.
    timeout: scaledTimeoutMs(timeoutMs),
    killSignal: "SIGKILL",
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** A pattern for a text that is one sentence on one line, with no stack trace after it. */
export const oneSentence = /^[A-Z][^\n]*\.\n$/;
