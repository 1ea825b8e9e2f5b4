import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";

/** Has a `code`, so that a build stops at this error. */
export class MissingProgramError extends Error {
  readonly code = "MISSING_PROGRAM";
}

/** @throws MissingProgramError that says what to install */
export async function runProgram(program: string, options: readonly string[], input: string | Buffer): Promise<Buffer> {
  const child = spawn(program, options);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // A program that fails early closes its standard input. Its exit code is more informative than the broken pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const outcome = Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  const [code, output, complaint] = await outcome.catch((error) => {
    throw isMissing(error)
      ? new MissingProgramError(
          `This needs ${program}: install it (apt install ${program}, brew install ${program}) and try again.`,
        )
      : error;
  });
  if (code !== 0) throw new Error(`${program} failed (${code}): ${complaint.toString().trim()}`);
  return output;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
