import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { catalogueOf } from "../../content/catalogue-of.ts";

const pack = path.join(import.meta.dirname, "../../content/pack");
const foldersIn = (directory: string) =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it("counts as many dialogues as there are folders of them, without the examples", async () => {
  const counted = foldersIn(pack).map((language) => {
    const topics = foldersIn(path.join(pack, language)).filter((topic) => topic !== "example");
    const dialogues = topics.reduce((sum, topic) => sum + foldersIn(path.join(pack, language, topic)).length, 0);
    return { language, dialogues };
  });
  expect(counted.length).toBeGreaterThan(1);
  expect((await catalogueOf(pack)).languages).toEqual(counted);
});
