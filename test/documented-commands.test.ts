import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));

const codeOf = (page: string) =>
  [...read(page).matchAll(/```sh\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? "");

describe.each(["README.md", "docs/operating.md", "docs/packs.md", "docs/testing.md"])("the commands of %s", (page) => {
  const named = codeOf(page).flatMap((code) => [...code.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = ""]) => name));

  test("after “npm run” are scripts of package.json", () => {
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("do not start node or npx directly", () => {
    expect(codeOf(page).filter((code) => /(^|\s)(node|npx) /.test(code))).toEqual([]);
  });
});

test("the scripts of operators run on the pinned version of Node", () => {
  const direct = Object.entries(scripts).filter(([name]) =>
    /^(content|cost|deploy|doctor|redrive|stripe|take-down|throw-away)/.test(name),
  );
  expect(direct.length).toBeGreaterThanOrEqual(8);
  expect(direct.filter(([, command]) => !command.startsWith("node local/run-pinned.mjs "))).toEqual([]);
});
