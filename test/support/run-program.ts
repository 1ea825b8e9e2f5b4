import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { scaledTimeoutMs } from "./limits.ts";

export type ProgramResult = { code: number | null; stdout: string; stderr: string };

export type ProgramOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Before `scaledTimeoutMs` multiplies it. */
  timeoutMs?: number;
};

/** `env` extends this process's environment. The value undefined removes a variable. */
export async function runProgram(
  args: readonly string[],
  { cwd, env = {}, timeoutMs = 10_000 }: ProgramOptions,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A program that unexpectedly starts a server would never end.
    timeout: scaledTimeoutMs(timeoutMs),
    killSignal: "SIGKILL",
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

export const oneSentence = /^[A-Z][^\n]*\.\n$/;
