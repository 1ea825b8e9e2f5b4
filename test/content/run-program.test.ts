import { describe, expect, it } from "vitest";
import { MissingProgramError, runProgram } from "../../content/files/run-program.ts";

describe("runProgram", () => {
  it("passes the input to the program and returns the output", async () => {
    const output = await runProgram(process.execPath, ["-e", "process.stdin.pipe(process.stdout)"], "नमस्ते");
    expect(output.toString()).toBe("नमस्ते");
  });

  it("reports how to install a missing program", async () => {
    const running = runProgram("no-such-synthesiser", [], "text");
    await expect(running).rejects.toThrow(MissingProgramError);
    await expect(running).rejects.toThrow(
      "This needs no-such-synthesiser: install it (apt install no-such-synthesiser, brew install no-such-synthesiser) and try again.",
    );
  });

  it("throws the error output of a failed program", async () => {
    const running = runProgram(process.execPath, ["-e", "console.error('no such voice'); process.exit(3)"], "text");
    await expect(running).rejects.toThrow("failed (3): no such voice");
  });

  it("throws the error output of a program that ends before it reads its input", async () => {
    const more = Buffer.alloc(4 * 1024 * 1024);
    const running = runProgram(process.execPath, ["-e", "console.error('no such voice'); process.exit(3)"], more);
    await expect(running).rejects.toThrow("failed (3): no such voice");
  });
});
