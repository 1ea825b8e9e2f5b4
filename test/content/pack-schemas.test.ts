import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createPackSchemas } from "../../content/pack-schemas.ts";

const directory = path.join(import.meta.dirname, "../../docs/schemas");

it("the schemas in docs/schemas are current (npm run packs:schema writes them)", () => {
  const written = readdirSync(directory).map((name) => [
    name,
    JSON.parse(readFileSync(path.join(directory, name), "utf8")),
  ]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(createPackSchemas()));
  expect(written).toHaveLength(4);
});

it("docs/packs.md names every schema", () => {
  const guide = readFileSync(path.join(directory, "../packs.md"), "utf8");
  expect([...createPackSchemas().keys()].filter((name) => !guide.includes(`schemas/${name}`))).toEqual([]);
});
