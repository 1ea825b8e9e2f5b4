import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { checkNode, run, SetupError } from "../../local/setup.mjs";
import { root } from "../support/child-app.ts";
import { scaledTimeoutMs } from "../support/limits.ts";
import { oneSentence, runProgram } from "../support/run-program.ts";

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "parlance-setup-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of ["setup", "start", "lock", "reset"]) {
    cpSync(join(root, "local", `${name}.mjs`), join(copy, "local", `${name}.mjs`));
  }
  writeFileSync(join(copy, "package.json"), '{"type":"module"}');
  writeFileSync(join(copy, "package-lock.json"), "{}");
  writeFileSync(join(copy, "local", "main.ts"), 'console.log("Parlance runs", process.argv.slice(2).join(" "));');
});

function writeNpm(program: string): void {
  writeFileSync(join(copy, "npm.mjs"), program);
}

const installing = `
  import { appendFileSync, mkdirSync, symlinkSync } from "node:fs";
  appendFileSync("npm-calls", process.argv.slice(2).join(" ") + "\\n");
  mkdirSync("node_modules/.bin", { recursive: true });
  try { symlinkSync(process.execPath, "node_modules/.bin/node"); } catch {}
`;
const npmCalls = () => readFileSync(join(copy, "npm-calls"), "utf8");

const start = (args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runProgram(["local/start.mjs", ...args], { cwd: copy, env: { npm_execpath: join(copy, "npm.mjs"), ...env } });

test("the function “run” removes its signal listeners when the program has ended or cannot start", async () => {
  const listeners = () => [process.listenerCount("SIGTERM"), process.listenerCount("SIGHUP")];
  const before = listeners();
  expect(await run(process.execPath, ["--eval", "process.exitCode = 3"], {})).toBe(3);
  expect(await run(join(copy, "no-such-program"), [], {})).toBe(127);
  expect(listeners()).toEqual(before);
});

describe("the first start", () => {
  test("calls “npm ci” before Parlance runs, and reports the installation", async () => {
    writeNpm(installing);
    const { code, stdout, stderr } = await start();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Installing dependencies …\n {2}done in \d+ s\nParlance runs/);
    expect(npmCalls()).toBe("ci\n");
  });

  test("fails with one sentence if npm fails, and names the file with npm's output", async () => {
    writeNpm('console.error("npm error: no network"); process.exitCode = 7;');
    const { code, stdout, stderr } = await start();
    expect(code).toBe(1);
    expect(stdout).not.toContain("Parlance runs");
    expect(stderr).toMatch(oneSentence);
    expect(stderr).toContain(join(".local", "install.log"));
    expect(readFileSync(join(copy, ".local", "install.log"), "utf8")).toContain("npm error: no network");
  });

  test("fails with one sentence if npm succeeds without installing the packages", async () => {
    writeNpm("");
    expect(await start()).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) });
  });

  test("fails with one sentence if npm is missing", async () => {
    expect(await start([], { npm_execpath: undefined, PATH: copy })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(oneSentence),
    });
  });

  test("finds npm on the PATH if npm did not start Parlance", async () => {
    mkdirSync(join(copy, "bin"));
    writeFileSync(join(copy, "bin", "npm"), `#!${process.execPath}\n${installing}`);
    chmodSync(join(copy, "bin", "npm"), 0o755);
    const { code, stdout } = await start([], { npm_execpath: undefined, PATH: join(copy, "bin") });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Parlance runs") });
  });
});

describe("the start program", () => {
  test("does not install packages again at the second start", async () => {
    writeNpm(installing);
    await start();
    const { code, stdout } = await start();
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Parlance runs --further-content\n" });
    expect(npmCalls()).toBe("ci\n");
  });

  test("installs packages again after a change of the lock file or a failed installation", async () => {
    writeNpm("process.exitCode = 1;");
    await start();
    writeNpm(installing);
    await start();
    expect(npmCalls()).toBe("ci\n");
    writeFileSync(join(copy, "package-lock.json"), '{"packages":{}}');
    await start();
    expect(npmCalls()).toBe("ci\nci\n");
  });

  test("passes its arguments to Parlance, and exits with Parlance's exit code", async () => {
    writeNpm(installing);
    writeFileSync(join(copy, "local", "main.ts"), "console.log(process.argv.slice(2)); process.exit(3);");
    const { code, stdout } = await start(["--given", "value"]);
    expect(code).toBe(3);
    expect(stdout).toContain("[ '--further-content', '--given', 'value' ]");
  });
});

test("Parlance receives a disconnect when its start program is killed", async () => {
  writeNpm(installing);
  const ending = `
    import { writeFileSync } from "node:fs";
    process.on("disconnect", () => { writeFileSync("ended", ""); process.exit(); });
    writeFileSync("begun", "");
  `;
  writeFileSync(join(copy, "local", "main.ts"), ending);
  const env = { ...process.env, npm_execpath: join(copy, "npm.mjs") };
  const starter = spawn(process.execPath, ["local/start.mjs"], { cwd: copy, env, stdio: "ignore" });
  onTestFinished(() => void starter.kill("SIGKILL"));
  const untilThere = (name: string) =>
    vi.waitFor(() => expect(existsSync(join(copy, name))).toBe(true), { timeout: scaledTimeoutMs(10_000) });
  await untilThere("begun");
  starter.kill("SIGKILL");
  await untilThere("ended");
});

describe("the machine's own Node", () => {
  test.each([
    ["20.0.0", "20.0.0"],
    ["24.21.0", "24.21.0"],
    ["100.0.0", "100.0.0"],
    ["of this process", undefined],
  ])("is accepted in the version %s", (_, version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  test.each(["0.12.18", "8.17.0", "18.20.8", "19.9.0"])(
    "is refused in the version %s, because Parlance needs Node 20 or newer",
    (version) => {
      expect(() => checkNode(version)).toThrow(SetupError);
      expect(() => checkNode(version)).toThrow(`Parlance needs Node 20 or newer; this is ${version}.`);
    },
  );

  test("is refused before any installation if it is too old", async () => {
    writeNpm(installing);
    const pretend = join(copy, "old.mjs");
    writeFileSync(pretend, 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });');
    const { code, stdout, stderr } = await start([], { NODE_OPTIONS: `--import=${pretend}` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe("Parlance needs Node 20 or newer; this is 18.20.8.\n");
    expect(existsSync(join(copy, "npm-calls"))).toBe(false);
  });
});
