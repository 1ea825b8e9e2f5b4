import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openState } from "../../fakes/foundation/state.ts";
import { runningProcess } from "../../local/lock.mjs";
import { root } from "../support/child-app.ts";
import { runProgram } from "../support/run-program.ts";

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "parlance-reset-"));
  directory = join(parent, "state");
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
});

function leaveState(): void {
  openState(directory).close();
  mkdirSync(join(directory, "s3", "objects"), { recursive: true });
  writeFileSync(join(directory, "s3", "objects", "one"), "sound");
}

const mark = (text: string) => writeFileSync(join(directory, "running.pid"), text);
const reset = (state = directory) => runProgram(["local/reset.mjs"], { cwd: root, env: { PARLANCE_STATE: state } });

async function endedProcess(): Promise<number> {
  const { stdout } = await runProgram(["--print", "process.pid"], { cwd: root });
  return Number(stdout);
}

describe("a reset", () => {
  test("deletes all state of the local cloud, and reports the deletion", async () => {
    leaveState();
    const { code, stdout, stderr } = await reset();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("The local cloud's accounts, plans, progress and emails are deleted.\n");
    expect(existsSync(directory)).toBe(false);
  });

  test("is refused while a process uses the state, and does not delete a stored object", async () => {
    leaveState();
    mark(String(process.pid));
    const { code, stdout, stderr } = await reset();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(`Parlance is running (process ${process.pid}); stop it first.\n`);
    expect(existsSync(join(directory, "s3", "objects", "one"))).toBe(true);
  });

  test("ignores the lock file of an ended process", async () => {
    leaveState();
    mark(String(await endedProcess()));
    expect(await reset()).toMatchObject({ code: 0 });
    expect(existsSync(directory)).toBe(false);
  });

  test("succeeds if there is no state, and reports that nothing is deleted", async () => {
    const stdout = `Nothing is deleted, because ${directory} has no state of a local cloud.\n`;
    expect(await reset()).toEqual({ code: 0, stderr: "", stdout });
  });

  test("does not delete a directory that the local cloud has not used", async () => {
    writeFileSync(join(parent, "letter.txt"), "Dear Asha");
    expect(await reset(parent)).toMatchObject({ code: 0 });
    expect(existsSync(join(parent, "letter.txt"))).toBe(true);
  });
});

describe("the lock file of the local cloud", () => {
  test.each(["", "0", "-1", "1.5", "asha", "99999999999999"])("is ignored if it contains %j", (text) => {
    leaveState();
    mark(text);
    expect(runningProcess(directory)).toBeNull();
  });

  test("is ignored by the process that it names, and recognised by a child of that process", async () => {
    leaveState();
    mark(String(process.pid));
    expect(runningProcess(directory)).toBeNull();
    mark(String(process.ppid));
    expect(runningProcess(directory)).toBe(process.ppid);
  });
});
