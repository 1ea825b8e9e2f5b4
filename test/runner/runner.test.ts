import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { retryFailures, summarise } from "./retry-failures.mjs";
import { type Part, runProject } from "./run-project.mjs";
import { collectWarnings } from "./warnings.mjs";

const fixture = join(import.meta.dirname, "fixture");
const selected = ["--root", fixture, "--project", "fixture"];

type EndOfRun = { lines: string[]; isGreen: boolean; triedAgain: Part[]; warnings: string };

async function endOfRun(...files: string[]): Promise<EndOfRun> {
  const directory = mkdtempSync(join(tmpdir(), "parlance-runner-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const warnings = collectWarnings();
  const options = { stdio: "ignore", env: { ...warnings.env, FIXTURE_STATE: directory } } as const;
  const triedAgain: Part[] = [];
  const names = files.map((name) => join(fixture, `${name}.fixture.ts`));
  const outcome = await retryFailures(await runProject([...selected, ...names], { options }), (part) => {
    triedAgain.push(part);
    return runProject(selected, { part, options });
  });
  return { ...summarise([outcome]), triedAgain, warnings: warnings.read() };
}

const flaky = "Flaky, passed when run again alone: test/runner/fixture";

test("the runner retries a test that failed once, and names it as flaky", async () => {
  const { lines, isGreen, triedAgain } = await endOfRun("fails-once");
  expect(lines).toEqual([
    `${flaky}/fails-once.fixture.ts > a (flaky) group? > fails once [at first]`,
    "3 passed, 0 failed",
  ]);
  expect(isGreen).toBe(true);
  expect(triedAgain).toHaveLength(1);
});

test("the runner counts as failed a test that always fails and a file that never loads", async () => {
  const { lines, isGreen, warnings } = await endOfRun("always-fails", "fails-once", "never-loads");
  expect(lines).toEqual([
    expect.stringContaining("fails-once.fixture.ts"),
    expect.stringMatching(/^Failed: .*always-fails\.fixture\.ts > /),
    expect.stringMatching(/^Failed: .*never-loads\.fixture\.ts$/),
    "4 passed, 2 failed",
  ]);
  expect(isGreen).toBe(false);
  expect(warnings, "of a run without warnings").toBe("");
});

test("a run with three flaky tests fails", async () => {
  const { lines, isGreen } = await endOfRun("three-fail-once");
  expect(lines).toHaveLength(5);
  expect(lines.slice(-2)).toEqual(["More than 2 flaky tests: they count as failed.", "0 passed, 3 failed"]);
  expect(isGreen).toBe(false);
});

test.for([
  ["does-not-load-at-first", 2],
  ["hook-fails-at-first", 1],
  ["rejects-at-first", 1],
] as const)("the runner retries the whole file %s, and counts its tests once", async ([file, tests]) => {
  const { lines, isGreen, triedAgain } = await endOfRun(file);
  expect(lines).toEqual([`${flaky}/${file}.fixture.ts`, `${tests} passed, 0 failed`]);
  expect(isGreen).toBe(true);
  expect(triedAgain).toEqual([{ file: join(fixture, `${file}.fixture.ts`) }]);
});

test("a run fails if it finds no file", async () => {
  const { lines } = await endOfRun("there-is-no-such-file");
  expect(lines).toEqual(["Failed: an error outside of the test files", "0 passed, 1 failed"]);
});

test("collectWarnings returns Node's warnings from a test and from a program that a test starts", async () => {
  const { env, read } = collectWarnings();
  await runProject([...selected, join(fixture, "warns.fixture.ts")], { options: { stdio: "ignore", env } });
  const warnings = read();
  expect(warnings).toMatch(/MaxListenersExceededWarning: .* 11 event listeners/);
  expect(warnings).toContain("Warning: of a program");
});
