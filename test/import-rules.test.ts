import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const folders = ["domain", "lambdas", "web", "lib", "bin", "content", "local", "test"] as const;
type Folder = (typeof folders)[number];

const allowed: Record<Folder, readonly Folder[]> = {
  domain: [],
  lambdas: ["domain"],
  web: ["domain"],
  lib: ["domain"],
  bin: ["lib"],
  content: ["domain"],
  local: ["domain", "lambdas", "content"],
  test: folders,
};

type Import = { in: string; of: string; allowed: boolean };

const betweenFolders: Import[] = folders.flatMap((from) =>
  folders
    .filter((to) => to !== from)
    .map((to) => ({ in: `${from}/deep`, of: `../../${to}/thing.ts`, allowed: allowed[from].includes(to) })),
);

const imports: Import[] = [
  ...betweenFolders,
  { in: "domain", of: "node:fs", allowed: false },
  { in: "domain", of: "zod", allowed: false },
  { in: "domain", of: "zod/mini", allowed: true },
  { in: "domain", of: "./plan.ts", allowed: true },
  { in: "web/src/ui", of: "../features/plans/plan-list.tsx", allowed: false },
  { in: "web/src/ui", of: "../app/app.tsx", allowed: false },
  { in: "web/src/ui", of: "../../../local/clock.ts", allowed: false },
  { in: "web/src/ui", of: "../messages.ts", allowed: true },
  { in: "web/src/features/plans", of: "../../app/app.tsx", allowed: false },
  { in: "web/src/features/plans", of: "../../../../lambdas/clock.ts", allowed: false },
  { in: "web/src/features/plans", of: "../../ui/button.tsx", allowed: true },
  { in: "web/src/app", of: "../features/plans/plan-list.tsx", allowed: true },
];

const directory = mkdtempSync(join(tmpdir(), "parlance-imports-"));
const probeOf = (index: number) => `${imports[index]?.in}/probe-${index}.ts`;
let report = "";

beforeAll(async () => {
  const config: Record<string, unknown> = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  const { vcs: _, $schema: __, ...rules } = config;
  writeFileSync(join(directory, "biome.json"), JSON.stringify(rules));
  for (const [index, { of }] of imports.entries()) {
    const file = join(directory, probeOf(index));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { thing } from "${of}";\n\nexport const kept = thing;\n`);
  }
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["lint", "--only=style/noRestrictedImports", "--max-diagnostics=none", "--reporter=github", "."];
  report = await new Promise((resolve) => {
    execFile(biome, args, { cwd: directory }, (_error, stdout) => resolve(stdout));
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

test("the linter has read every probe", () => {
  const refused = imports.filter((probe) => !probe.allowed).length;
  expect(report.split("\n").filter((line) => line.includes("noRestrictedImports"))).toHaveLength(refused);
});

test.each(imports.map((probe, index) => ({ ...probe, index })))("$in may import $of: $allowed", (probe) => {
  expect(report.includes(probeOf(probe.index))).toBe(!probe.allowed);
});
