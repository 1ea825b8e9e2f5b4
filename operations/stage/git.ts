import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "../command-line/explain-error.ts";

const changesMark = "+changes";
export const unknownCommit = "unknown";
const gitTimeoutMs = 60_000;

async function runGit(directory: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["-C", directory, ...args], { timeout: gitTimeoutMs });
  return stdout.trim();
}

export async function readCommit(directory: string): Promise<string> {
  try {
    const commit = await runGit(directory, ["rev-parse", "HEAD"]);
    return (await runGit(directory, ["status", "--porcelain"])) === "" ? commit : `${commit}${changesMark}`;
  } catch {
    return unknownCommit;
  }
}

export const isReproducible = (commit: string) => commit !== unknownCommit && !commit.endsWith(changesMark);

export type Checkout = { directory: string; remove: () => Promise<void> };

/** @throws CommandError, for example if the repository does not have the commit */
export async function checkOut(repository: string, commit: string): Promise<Checkout> {
  const isKnown = await runGit(repository, ["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
  if (!isKnown) {
    throw new CommandError(`This clone does not have the commit ${commit}: run git fetch, then repeat the command.`);
  }
  const directory = await mkdtemp(join(tmpdir(), "parlance-rollback-"));
  try {
    await runGit(repository, ["worktree", "add", "--detach", directory, commit]);
  } catch (cause) {
    await rm(directory, { recursive: true });
    const reason = cause instanceof Error ? cause.message.trim() : String(cause);
    throw new CommandError(`The commit ${commit} could not be checked out: ${reason}`, { cause });
  }
  return {
    directory,
    remove: async () => void (await runGit(repository, ["worktree", "remove", "--force", directory])),
  };
}
