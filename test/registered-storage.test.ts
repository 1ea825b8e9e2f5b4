import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { stored } from "../web/src/browser/stored.ts";
import { lintProbes } from "./support/lint-probes.ts";

const ways = {
  local: 'export const kept = localStorage.getItem("x");',
  session: 'export const kept = () => window.sessionStorage.setItem("x", "y");',
  database: 'export const kept = () => indexedDB.open("x");',
  cache: 'export const kept = () => globalThis.caches.open("x");',
  cookie: 'export const kept = () => cookieStore.set("x", "y");',
  document: 'export const kept = () => {\n  document.cookie = "x=y";\n};',
  idb: 'import { openDB } from "idb";\n\nexport const kept = () => openDB("x", 1);',
};
const allowed = {
  "src/browser/storage.ts": ways.local,
  "src/browser/database.ts": ways.idb,
  "src/worker/caches.ts": ways.cache,
  "src/features/accounts/types.ts": 'import type { DBSchema } from "idb";\n\nexport type Schema = DBSchema;',
};
let findings: readonly string[] = [];

beforeAll(async () => {
  const refused = Object.entries(ways).map(([name, text]): [string, string] => [`web/src/features/${name}.ts`, text]);
  const others = Object.entries(allowed).map(([file, text]): [string, string] => [`web/${file}`, text]);
  findings = await lintProbes(new Map([...refused, ...others]), []);
});

const isRefused = (file: string) => findings.some((line) => line.includes(file));

describe("browser storage", () => {
  test.each(Object.keys(ways))("is reported by the linter outside the register: %s", (name) => {
    expect(isRefused(`features/${name}.ts`)).toBe(true);
  });

  test.each(Object.keys(allowed))("is accepted by the linter in registered modules and type imports: %s", (file) => {
    expect(isRefused(file)).toBe(false);
  });
});

test.each(Object.entries(stored))("the stored item %s has an existing folder as its owner", (_, { owner }) => {
  expect(existsSync(join(import.meta.dirname, "../web/src", owner === "src" ? "" : owner))).toBe(true);
});
