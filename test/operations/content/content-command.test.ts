import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createContentCommand } from "../../../operations/content/content-command.ts";
import { captureOutput } from "../../content/capture-output.ts";

const printed = captureOutput();

const failing = (fail: () => unknown) =>
  createContentCommand({ call: "fail", summary: "fails" }, {}, async () => {
    await fail();
    return 0;
  });

const directory = async () => await mkdtemp(path.join(tmpdir(), "parlance-command-"));

describe("an error in a command exits with 1 and", () => {
  const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

  test.each<[string, () => unknown, RegExp]>([
    [
      "the sentence that was written for it, whatever lay behind it",
      () => {
        throw new Error("the file is no sound", { cause: noSpace() });
      },
      /^the file is no sound\n$/,
    ],
    ["the file that is missing", () => readFile("/nowhere/a.csv"), /^This does not exist: \/nowhere\/a\.csv\n$/],
    [
      "the directory that is taken for a file",
      async () => {
        const made = await directory();
        await writeFile(made, "").finally(() => rmdir(made));
      },
      /^This is a directory, not a file: \S+\n$/,
    ],
    [
      "that the disk is full, which is no fault of the network",
      () => {
        throw noSpace();
      },
      /^The disk is full: /,
    ],
  ])("%s", async (_, fail, sentence) => {
    expect(await failing(fail).run([])).toBe(1);
    expect(printed).toEqual({ out: "", error: expect.stringMatching(sentence) });
  });
});

test("a bug of the program is not reported as the user's mistake", async () => {
  const command = failing(() => JSON.parse("null").segments);
  await expect(command.run([])).rejects.toThrow(TypeError);
  expect(printed.error).toBe("");
});
