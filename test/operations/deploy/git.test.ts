import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkOut, isReproducible, readCommit } from "../../../operations/stage/git.ts";

function createFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), "parlance-clone-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function createClone() {
  const directory = createFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
  git("init", "--quiet");
  const commits = ["first", "second"].map((text) => {
    writeFileSync(join(directory, "file"), text);
    git("add", "file");
    git("commit", "--quiet", "--message", text);
    return git("rev-parse", "HEAD").toString().trim();
  });
  return { directory, commits };
}

test("readCommit returns the commit, and marks uncommitted changes", async () => {
  const { directory, commits } = createClone();
  expect(await readCommit(directory)).toBe(commits[1]);
  writeFileSync(join(directory, "new"), "");
  const marked = await readCommit(directory);
  expect(marked).toBe(`${commits[1]}+changes`);
  expect([commits[1] ?? "", marked].map(isReproducible)).toEqual([true, false]);
});

test("readCommit returns 'unknown' in a folder without git", async () => {
  const commit = await readCommit(createFolder());
  expect([commit, isReproducible(commit)]).toEqual(["unknown", false]);
});

test("checkOut writes an earlier commit to another folder, and remove() deletes the folder", async () => {
  const { directory, commits } = createClone();
  const checkout = await checkOut(directory, commits[0] ?? "");
  expect(readFileSync(join(checkout.directory, "file"), "utf8")).toBe("first");
  expect(readFileSync(join(directory, "file"), "utf8")).toBe("second");
  writeFileSync(join(checkout.directory, "built"), "");
  await checkout.remove();
  expect(existsSync(checkout.directory)).toBe(false);
});

test("checkOut names the commit in its error if the clone lacks the commit", async () => {
  const missing = "0123456789012345678901234567890123456789";
  await expect(checkOut(createClone().directory, missing)).rejects.toThrow(
    `This clone does not have the commit ${missing}: run git fetch, then repeat the command.`,
  );
});

test("checkOut reports why git could not check out a known commit", async () => {
  const { directory, commits } = createClone();
  // Git stores its facts about worktrees in a folder of this name.
  writeFileSync(join(directory, ".git", "worktrees"), "");
  const [commit = ""] = commits;
  await expect(checkOut(directory, commit)).rejects.toThrow(
    new RegExp(`^The commit ${commit} could not be checked out: .*worktrees`, "s"),
  );
});
