import { StageError } from "./stages.ts";

const isMistyped = (error: unknown): error is TypeError =>
  error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");

/**
 * Runs a command of the operator's, whose answer is the exit code of the process. What was mistyped, and what is wrong with a
 * stage, is said in a sentence; `usage` says how the command is called.
 */
export async function runCommand(usage: string, command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!isMistyped(error) && !(error instanceof StageError)) throw error;
    process.stderr.write(`${error.message}\n${isMistyped(error) ? `${usage}\n` : ""}`);
    process.exitCode = isMistyped(error) ? 2 : 1;
  }
}
