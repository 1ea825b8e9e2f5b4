import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["bin", "content", "domain", "fakes", "lambdas", "lib", "local", "operations", "test", "web/src"];

const folderOf = (file: string) => (basename(dirname(file)) === "internal" ? dirname(dirname(file)) : dirname(file));

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function importsOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const again = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  const whenNeeded = module.dynamicImports.map(
    ({ moduleRequest }) => /^"(.*)"$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1],
  );
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...again, ...whenNeeded]
    .filter((of) => of?.startsWith(".") === true)
    .map((of) => normalize(join(dirname(file), `${of}`)));
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function foldersOf(files: ReadonlyMap<string, string>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = folderOf(file);
    const to = importsOf(file, text).map(folderOf);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...to.filter((folder) => folder !== from)]));
  }
  return graph;
}

/** Returns the folders in cycles, and folders between two cycles. */
function circlesIn(graph: Graph): string[] {
  const left = new Map(graph);
  const isImported = (folder: string) => [...left.values()].some((imported) => imported.has(folder));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [folder, imported] of left) {
      if (![...imported].some((of) => left.has(of)) || !isImported(folder)) left.delete(folder);
    }
  }
  return [...left].map(([folder, imported]) => `${folder} → ${[...imported].filter((of) => left.has(of)).join(", ")}`);
}

test("the project has no circular imports between folders", () => {
  const files = new Map(sources.flatMap(filesOf).map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const graph = foldersOf(files);
  expect([...(graph.get("lambdas/payments/stripe") ?? [])]).toContain("lambdas/payments");
  expect(circlesIn(graph)).toEqual([]);
});

test.each([
  ["an import", `import { b } from "../b/b.ts";`],
  ["a type import", `import type { b } from "../b/b.ts";`],
  ["a re-export", `export { b } from "../b/b.ts";`],
  ["a dynamic import", `const b = () => import("../b/b.ts");`],
])("circlesIn finds a circle that contains %s", (_, text) => {
  const files = [
    ["x/a/a.ts", text],
    ["x/b/b.ts", `import { c } from "../b/c/c.ts";`],
    ["x/b/c/c.ts", `import { a } from "../../a/internal/a.ts";`],
    ["x/main.ts", `import { a } from "./a/a.ts";`],
  ] as const;
  expect(circlesIn(foldersOf(new Map(files)))).toHaveLength(3);
  expect(circlesIn(foldersOf(new Map(files.slice(1))))).toEqual([]);
});
