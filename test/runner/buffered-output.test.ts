import { afterEach, expect, test, vi } from "vitest";
import { run } from "../../local/setup.mjs";
import { bufferOutput } from "./buffered-output.mjs";

afterEach(() => vi.restoreAllMocks());

const program = ["-e", 'console.log("of a program"); console.error("of its errors")'];

test("bufferOutput prints nothing before a call of show, then all output in order", async () => {
  const shown: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => shown.push(String(chunk)) > 0);
  const { stdio, say, show } = bufferOutput();
  say("a title\n");
  await run(process.execPath, program, { stdio });
  say("the end\n");
  expect(shown).toEqual([]);
  show();
  expect(shown.join("")).toBe("a title\nof a program\nof its errors\nthe end\n");
});
