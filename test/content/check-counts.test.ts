import { expect, test } from "vitest";
import { checkPack } from "../../content/checking/check-pack.ts";
import { createSamplePack, writeFiles } from "./sample-pack.ts";

/** What is found where a language's list names so many dialogues of a topic that has one. */
async function problemsOf(dialogues: number) {
  const files = await createSamplePack();
  files.set("nepali/metadata.json", JSON.stringify([{ id: "health", name: "Health", dialogues }]));
  return await checkPack(await writeFiles(files), { decode: false });
}

test("a language's list that names as many dialogues as the topic has is no problem", async () => {
  expect(await problemsOf(1)).toEqual([]);
});

test("a language's list that promises more dialogues than the topic has is a problem", async () => {
  expect(await problemsOf(2)).toEqual([
    { path: "nepali/metadata.json", problem: "says health has 2 dialogues: it lists 1" },
  ]);
});
