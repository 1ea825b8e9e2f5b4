import { describe, expect, it } from "vitest";
import { explain } from "../../../operations/command-line/explain.ts";
import { openTerminal } from "../../../operations/command-line/terminal.ts";
import { notePrinted } from "../../content/printed.ts";

const printed = notePrinted();

describe("a terminal", () => {
  it("shows control characters and characters of direction as they are written", async () => {
    const { print, complain, asks } = openTerminal();
    print("one\u001b[2J\ntwo");
    complain("three\u009b2J\u202e");
    await asks("four\u0007?");
    expect(printed.out).toBe("one\\u001b[2J\ntwo\n");
    expect(printed.error).toMatch(/^three\\u009b2J\\u202e\nfour\\u0007\? /);
  });
});

describe("explain", () => {
  it("names a file in one line", () => {
    const error = Object.assign(new Error(), { code: "EACCES", path: "a\n✗ forged" });
    expect(explain(error)).toBe("This may not be read or written: a\\u000a✗ forged");
  });
});
