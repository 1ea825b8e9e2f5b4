import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openFakesRecord } from "./fakes-record.mjs";

let project: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "parlance-fakes-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const path of ["package-lock.json", "vitest.config.ts", "test/support/limits.ts"]) write(path, path);
  write("fakes/mail/mail.ts", "mail");
  write("fakes/mail/test/mail.test.ts", "test");
});

const open = () => openFakesRecord(project, join(project, "state"));
const file = (path: string, passed: number, failed: string[] = [], isBroken = false) => ({
  file: join(project, path),
  passed,
  failed,
  seconds: 1,
  isBroken,
});
const green = () => ({
  files: [file("fakes/mail/test/mail.test.ts", 3), file("test/other.test.ts", 9, ["fails"])],
  errors: 0,
});

describe("the tests of fakes", () => {
  test("cannot be skipped if no run was recorded", () => {
    expect(open().passedUnchanged).toBeNull();
  });

  test("are counted separately from other tests", () => {
    open().note(green());
    expect(open().passedUnchanged).toBe(3);
  });

  test.each<[string, () => void]>([
    ["a fake changes", () => write("fakes/mail/mail.ts", "other mail")],
    ["a fake's test changes", () => write("fakes/mail/test/mail.test.ts", "other test")],
    ["a file is added to a fake", () => write("fakes/mail/more.ts", "")],
    ["a fake's file is removed", () => rmSync(join(project, "fakes/mail/mail.ts"))],
    [
      "a fake's file is renamed",
      () => renameSync(join(project, "fakes/mail/mail.ts"), join(project, "fakes/mail/post.ts")),
    ],
    ["the packages change", () => write("package-lock.json", "other")],
    ["the configuration of tests changes", () => write("vitest.config.ts", "other")],
    ["the time limits change", () => write("test/support/limits.ts", "other")],
  ])("must run again if %s", (_, change) => {
    open().note(green());
    change();
    expect(open().passedUnchanged).toBeNull();
  });

  test("must run again if a fake changes during their run", () => {
    const record = open();
    write("fakes/mail/mail.ts", "other mail");
    record.note(green());
    expect(open().passedUnchanged).toBeNull();
  });

  test("may be skipped after a handler is added", () => {
    open().note(green());
    write("lambdas/handler.ts", "other");
    expect(open().passedUnchanged).toBe(3);
  });

  test.each([
    ["a fake's test fails", () => ({ files: [file("fakes/mail/test/mail.test.ts", 3, ["fails"])], errors: 0 })],
    [
      "a test file of a fake cannot be loaded",
      () => ({ files: [file("fakes/mail/test/mail.test.ts", 3, [], true)], errors: 0 }),
    ],
    ["the run itself fails", () => ({ files: [file("fakes/mail/test/mail.test.ts", 3)], errors: 1 })],
    ["no test of a fake is found", () => ({ files: [file("test/fakes/other.test.ts", 9)], errors: 0 })],
  ])("must run again after a run in which %s, although an earlier run passed", (_, result) => {
    open().note(green());
    open().note(result());
    expect(open().passedUnchanged).toBeNull();
  });
});
