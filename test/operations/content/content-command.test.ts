import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createContentCommand, describeContentError } from "../../../operations/content/content-command.ts";
import { captureOutput } from "../../content/capture-output.ts";

const printed = captureOutput();

const failing = (fail: () => unknown) =>
  createContentCommand({ call: "fail", summary: "fails" }, {}, async () => {
    await fail();
    return 0;
  });

const directory = async () => await mkdtemp(path.join(tmpdir(), "parlance-command-"));

describe("a content command with an expected error", () => {
  const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

  test.each<[string, () => unknown, RegExp]>([
    [
      "the message of the error, not of its cause",
      () => {
        throw new Error("the file is no sound", { cause: noSpace() });
      },
      /^the file is no sound\n$/,
    ],
    ["the missing file", () => readFile("/nowhere/a.csv"), /^This does not exist: \/nowhere\/a\.csv\n$/],
    [
      "the directory in place of a file",
      async () => {
        const made = await directory();
        await writeFile(made, "").finally(() => rmdir(made));
      },
      /^This is a directory, not a file: \S+\n$/,
    ],
    [
      "a full disk, not a failed network",
      () => {
        throw noSpace();
      },
      /^The disk is full: /,
    ],
  ])("exits with 1 and reports %s", async (_, fail, sentence) => {
    expect(await failing(fail).run([])).toBe(1);
    expect(printed).toEqual({ out: "", error: expect.stringMatching(sentence) });
  });
});

test("a content command rethrows an unexpected error", async () => {
  const command = failing(() => JSON.parse("null").segments);
  await expect(command.run([])).rejects.toThrow(TypeError);
  expect(printed.error).toBe("");
});

test("describeContentError returns the sentence of an expected error and the stack of an unexpected error", () => {
  expect(describeContentError(new Error("The file is no sound"))).toBe("The file is no sound");
  expect(describeContentError(new TypeError("x is not a function"))).toMatch(
    /^TypeError: x is not a function\n +at .*content-command\.test\.ts/,
  );
});
