import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { root } from "../../local/setup.mjs";
import type { FileResult, ProjectResult } from "./results-reporter.mjs";
import { describeSlowest, outcomeOf, retryFailures, summarise } from "./retry-failures.mjs";
import type { Part } from "./run-project.mjs";

const file = (name: string, about: Partial<FileResult>): FileResult => ({
  file: join(root, name),
  passed: 0,
  failed: [],
  seconds: 0,
  isBroken: false,
  ...about,
});

const green: ProjectResult = { files: [file("a.test.ts", { passed: 1 })], errors: 0 };
const red: ProjectResult = { files: [file("a.test.ts", { failed: ["x"] })], errors: 0 };

test("retryFailures does not retry a failure that belongs to no file", async () => {
  const tried: Part[] = [];
  const outcome = await retryFailures({ files: [file("a.test.ts", { passed: 3 })], errors: 2 }, async (part) => {
    tried.push(part);
    return green;
  });
  expect(outcome).toMatchObject({ passed: 3, failed: 2, flaky: [] });
  expect(tried).toEqual([]);
});

test("retryFailures counts a failure as failed if its retry runs no test", async () => {
  const nothing = { files: [file("a.test.ts", {})], errors: 0 };
  expect(await retryFailures(red, async () => nothing)).toMatchObject({ passed: 0, failed: 1, flaky: [] });
});

test("retryFailures does not retry if there are more than ten failures", async () => {
  const names = Array.from({ length: 11 }, (_, at) => `test ${at}`);
  const broken = { files: [file("a.test.ts", { failed: names })], errors: 0 };
  expect(await retryFailures(broken, async () => green)).toMatchObject({ passed: 0, failed: 11, flaky: [] });
});

test("summarise accepts a run with two flaky tests, and fails a run with three", () => {
  const flaky = { file: join(root, "test/e2e/a.test.ts"), name: "works" };
  const outcomes = [
    outcomeOf(green),
    { passed: 2, failed: 0, failures: [], flaky: [flaky], times: [] },
    { passed: 1, failed: 0, failures: [], flaky: [flaky], times: [] },
  ];
  const named = "Flaky, passed when run again alone: test/e2e/a.test.ts > works";
  expect(summarise(outcomes)).toEqual({ lines: [named, named, "4 passed, 0 failed"], isGreen: true });
  const third = summarise([
    ...outcomes,
    { passed: 1, failed: 0, failures: [], flaky: [{ file: flaky.file }], times: [] },
  ]);
  expect(third.lines.at(-1)).toBe("2 passed, 3 failed");
  expect(third.isGreen).toBe(false);
});

test("summarise lists the flaky and failed tests before its last line", async () => {
  const both: ProjectResult = {
    files: [file("a.test.ts", { failed: ["fails always", "fails once"] }), file("b.test.ts", { isBroken: true })],
    errors: 1,
  };
  const outcome = await retryFailures(both, async ({ name }) => (name === "fails once" ? green : red));
  expect(summarise([outcome]).lines).toEqual([
    "Flaky, passed when run again alone: a.test.ts > fails once",
    "Failed: a.test.ts > fails always",
    "Failed: b.test.ts",
    "Failed: an error outside of the test files",
    "1 passed, 3 failed",
  ]);
});

test("retryFailures counts every test once, whether its retry passes or fails", async () => {
  const files = fc.array(fc.record({ passed: fc.nat(5), failed: fc.nat(2) }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(files, fc.infiniteStream(fc.boolean()), async (counts, luck) => {
      const before: ProjectResult = {
        files: counts.map(({ passed, failed }, at) =>
          file(`${at}.test.ts`, { passed, failed: Array.from({ length: failed }, (_, name) => `test ${name}`) }),
        ),
        errors: 0,
      };
      const first = outcomeOf(before);
      const outcome = await retryFailures(before, async () => (luck.next().value ? green : red));
      expect(outcome.passed + outcome.failed).toBe(first.passed + first.failed);
      expect(outcome.passed).toBe(first.passed + outcome.flaky.length);
      expect(outcome.failures).toHaveLength(outcome.failed);
    }),
  );
});

test("describeSlowest lists the ten slowest files and checks, the slowest first", () => {
  const seconds = [3, 12.34, 0.2, 7, 8, 9, 10, 11, 1, 2, 4, 5];
  const files = seconds.map((each, at) => file(`${at}.test.ts`, { seconds: each }));
  const check = { passed: 1, failed: 0, failures: [], flaky: [], times: [{ name: "Types: web", seconds: 100.96 }] };
  const lines = describeSlowest([check, outcomeOf({ files, errors: 0 })]);
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 3)).toEqual([" 101.0 s  Types: web", "  12.3 s  1.test.ts", "  11.0 s  7.test.ts"]);
  expect(lines.at(-1)).toBe("   3.0 s  0.test.ts");
});
