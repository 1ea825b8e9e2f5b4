import { describe, expect, it } from "vitest";
import { explainError } from "../../../operations/command-line/explain-error.ts";
import { createTerminal } from "../../../operations/command-line/terminal.ts";
import { captureOutput } from "../../content/capture-output.ts";

const printed = captureOutput();

describe("a terminal", () => {
  it("escapes control and direction characters, but not newlines", async () => {
    const { print, printError, confirm } = createTerminal();
    print("one\u001b[2J\ntwo");
    printError("three\u009b2J\u202e");
    await confirm("four\u0007?");
    expect(printed.out).toBe("one\\u001b[2J\ntwo\n");
    expect(printed.error).toMatch(/^three\\u009b2J\\u202e\nfour\\u0007\? /);
  });
});

describe("explainError", () => {
  it("names a file in one line, with control characters as escapes", () => {
    const error = Object.assign(new Error(), { code: "EACCES", path: "a\n✗ forged" });
    expect(explainError(error)).toBe("There is no permission to read or write this: a\\u000a✗ forged");
  });
});
