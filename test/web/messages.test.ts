import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rows } from "./message-rows.ts";

const root = join(import.meta.dirname, "..", "..");
describe.each(rows)("%s", (key, toast, title, description, seenIn) => {
  test("has its exact words, and stays for 2 to 6 seconds", () => {
    expect([toast.title, toast.description ?? ""]).toEqual([title, description]);
    expect(toast.durationMs).toBeGreaterThanOrEqual(2000);
    expect(toast.durationMs).toBeLessThanOrEqual(6000);
  });

  test(`is reached in ${seenIn}, by its title`, () => {
    const text = readFileSync(join(root, "test", "e2e", `${seenIn}.test.ts`), "utf8");
    expect(text, key).toContain(`"${title}"`);
  });
});

const directories = [
  "app",
  "features/accounts",
  "features/profile",
  "features/support",
  "features/language",
  "features/plans",
];

test("these are all messages of these screens", () => {
  const shown = directories.flatMap((directory) => {
    const path = join(root, "web", "src", directory);
    const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    return files.flatMap((name) => readFileSync(join(path, name), "utf8").match(/(?<=[^/\w]messages\.)\w+/g) ?? []);
  });
  expect([...new Set(shown)].sort()).toEqual(rows.map(([key]) => key).sort());
});
