import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";

/**
 * A program is not installed. A build stops at an error that has a `code`, because other files would fail in the same
 * way.
 */
export class MissingProgramError extends Error {
  readonly code = "MISSING_PROGRAM";
}

/**
 * Runs a program without a shell and returns its standard output.
 * @throws MissingProgramError that says what to install
 * @throws Error with the program's error output
 */
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
