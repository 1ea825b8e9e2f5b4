import { expect, test } from "vitest";
import { checkPack } from "../../content/checking/check-pack.ts";
import { createSamplePack, writeFiles } from "./sample-pack.ts";

/** The topic has one dialogue. */
async function problemsOf(dialogues: number) {
  const files = await createSamplePack();
  files.set("nepali/metadata.json", JSON.stringify([{ id: "health", name: "Health", dialogues }]));
  return await checkPack(await writeFiles(files), { decode: false });
}

test("checkPack accepts a language's list with the topic's true number of dialogues", async () => {
  expect(await problemsOf(1)).toEqual([]);
});

test("checkPack reports a language's list that states more dialogues than the topic has", async () => {
  expect(await problemsOf(2)).toEqual([
    { path: "nepali/metadata.json", problem: "says health has 2 dialogues: it lists 1" },
  ]);
});
