import { PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, it } from "vitest";
import type { Removals } from "../../../content/publishing/publication-scope.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { rollBack } from "../../../content/publishing/roll-back.ts";
import { writeFiles } from "../sample-pack.ts";
import { findDanglingNames } from "./find-dangling-names.ts";
import { createPack, type Dialogues } from "./packs.ts";
import { bucketName, startTestBucket, type TestBucket } from "./test-bucket.ts";

async function publish(bucket: TestBucket, dialogues: Dialogues, removals: Removals = {}, lists: object = {}) {
  const files = await createPack(dialogues);
  for (const [name, list] of Object.entries(lists)) files.set(name, JSON.stringify(list));
  const directory = await writeFiles(files);
  return await publishPack({
    directory,
    destination: bucket.publisher().destination,
    ...removals,
    isAudioChecked: true,
  });
}

const idsIn = async (bucket: TestBucket, list: string) =>
  ((await bucket.readJson(`${list}/metadata.json`)) as { id: string }[]).map(({ id }) => id);

it("publishing one dialogue preserves the other dialogues of its language", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, { "nepali/health/health-2": {}, "nepali/health/health-10": {}, "nepali/legal/legal-1": {} });
  const before = await bucket.contents();
  await publish(bucket, { "nepali/health/health-9": {} });
  expect(await idsIn(bucket, "nepali/health")).toEqual(["health-2", "health-9", "health-10"]);
  expect((await idsIn(bucket, "nepali")).toSorted()).toEqual(["health", "legal"]);
  expect(await bucket.contents()).toMatchObject(
    Object.fromEntries(Object.entries(before).filter(([name]) => name.split("/").length > 3)),
  );
  expect(await findDanglingNames(bucket)).toEqual([]);
});

it("publishing two packs of one language in turn preserves the dialogues of both packs", async () => {
  const bucket = await startTestBucket();
  const asha: Dialogues = { "nepali/health/health-1": {}, "nepali/education/edu-1": {} };
  const bina: Dialogues = { "nepali/health/health-101": {}, "nepali/legal/legal-101": {} };
  for (const pack of [asha, bina, asha, bina]) await publish(bucket, pack);
  expect(await idsIn(bucket, "nepali/health")).toEqual(["health-1", "health-101"]);
  expect(await idsIn(bucket, "nepali")).toEqual(["health", "legal", "education"]);
  expect(await publish(bucket, asha)).toMatchObject({ uploaded: 0, removed: 0 });
  await expect(bucket.get(".published/000003.json")).rejects.toMatchObject({ name: "NoSuchKey" });
});

it("the counts in the language's list and in the catalogue cover the dialogues of two packs", async () => {
  const bucket = await startTestBucket();
  const health = (id: string, words: number) => [{ id, scenario: `About ${id}`, words, seconds: 100 }];
  const topic = (of_exam_length: number) => [
    { id: "health", name: "Health", dialogues: 1, of_exam_length, seconds: 100 },
  ];
  const lists = (id: string, words: number, ofExamLength: number) => ({
    "nepali/metadata.json": topic(ofExamLength),
    "nepali/health/metadata.json": health(id, words),
  });
  await publish(bucket, { "nepali/health/health-1": {} }, {}, lists("health-1", 300, 1));
  await publish(bucket, { "nepali/health/health-2": {} }, {}, lists("health-2", 100, 0));
  const counts = { dialogues: 2, of_exam_length: 1, seconds: 200 };
  expect(await bucket.readJson("nepali/metadata.json")).toEqual([{ id: "health", name: "Health", ...counts }]);
  expect(await bucket.readJson("public/catalogue.json")).toMatchObject({
    languages: [{ language: "nepali", ...counts }],
  });
});

it("publishing a pack preserves an unknown field of another dialogue in a published list", async () => {
  const bucket = await startTestBucket();
  const listed = [{ id: "health-1", scenario: "A", later: { field: 1 } }];
  await publish(bucket, { "nepali/health/health-1": {} }, {}, { "nepali/health/metadata.json": listed });
  await publish(bucket, { "nepali/health/health-2": {} });
  expect(await bucket.readJson("nepali/health/metadata.json")).toContainEqual(listed[0]);
});

it("publishing an example preserves the published example of another pack", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, { "nepali/example/example-1": {} });
  await publish(bucket, { "nepali/example/example-2": {} });
  expect(await idsIn(bucket, "nepali/example")).toEqual(["example-1", "example-2"]);
  expect(await bucket.readJson("public/catalogue.json")).toMatchObject({
    free: [{ language: "nepali", dialogues: 2 }],
  });
});

it("a replaced language lists only the dialogues of the pack, and a rollback restores the removed dialogues", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, { "nepali/health/health-1": {}, "nepali/legal/legal-1": {}, "arabic/legal/legal-1": {} });
  await publish(bucket, { "nepali/health/health-1": {} }, { replacedLanguages: ["nepali", "arabic"] });
  expect(await idsIn(bucket, "nepali")).toEqual(["health"]);
  expect(await bucket.readJson("public/catalogue.json")).toMatchObject({
    languages: [{ language: "nepali", dialogues: 1 }],
  });
  await rollBack({ destination: bucket.publisher().destination });
  expect((await idsIn(bucket, "nepali")).toSorted()).toEqual(["health", "legal"]);
  expect(await idsIn(bucket, "arabic")).toEqual(["legal"]);
  expect(await findDanglingNames(bucket)).toEqual([]);
});

it("the list of a language or of the examples is removed with its last dialogue, and is restored by a rollback", async () => {
  const bucket = await startTestBucket();
  const rest: Dialogues = { "nepali/health/health-1": {} };
  const removedDialogues = ["arabic/legal/legal-1", "nepali/example/example-1"];
  await publish(bucket, { ...rest, [removedDialogues[0] ?? ""]: {}, [removedDialogues[1] ?? ""]: {} });
  await publish(bucket, rest, { removedDialogues });
  const lists = ["arabic/metadata.json", "nepali/example/metadata.json"];
  expect((await bucket.names()).filter((name) => lists.includes(name))).toEqual([]);
  expect(await bucket.names()).toContain("arabic/legal/legal-1/metadata.json");
  await rollBack({ destination: bucket.publisher().destination });
  expect([await idsIn(bucket, "arabic"), await idsIn(bucket, "nepali/example")]).toEqual([["legal"], ["example-1"]]);
  expect(await findDanglingNames(bucket)).toEqual([]);
});

it("pruning removes audio that neither the metadata nor the next rollback needs, but no other audio", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, { "nepali/health/health-1": { words: "One." }, "nepali/health/health-2": {} });
  const first = await bucket.names();
  await publish(bucket, { "nepali/health/health-1": { sound: "quiet" } });
  for (const words of ["Two.", "Three."]) {
    await publish(bucket, { "nepali/health/health-1": { sound: "quiet", words } }, { prune: "own-languages" });
  }
  const names = (await bucket.names()).filter((name) => name.endsWith(".mp3"));
  expect(names.filter((name) => name.includes("/health-1/"))).toHaveLength(2);
  expect(names.filter((name) => name.includes("/health-1/") && first.includes(name))).toEqual([]);
  expect(names.filter((name) => name.includes("/health-2/"))).toHaveLength(2);
});

it("publishPack refuses a different dialogue under a published id, and accepts a corrected version", async () => {
  const bucket = await startTestBucket();
  const id = "nepali/health/health-1";
  const titled = (scenario: string) => ({ "nepali/health/metadata.json": [{ id: "health-1", scenario }] });
  const segment = {
    name: "Teacher",
    audio: "segment-1.mp3",
    original_script: "School is over.",
    translated_script: "विद्यालय सकियो।",
  };
  const text = { [`${id}/metadata.json`]: [{ ...segment, original_language: "english" }] };
  await publish(bucket, { [id]: { isPlain: true } }, {}, titled("At the clinic"));
  const other = () => publish(bucket, { [id]: { isPlain: true } }, {}, { ...titled("At school"), ...text });
  await expect(other()).rejects.toMatchObject({
    code: "other_dialogue",
    message: expect.stringContaining("nepali/health/health-1 (“At the clinic”)"),
  });
  await publish(bucket, { [id]: { isPlain: true } }, {}, titled("At the new clinic"));
  await publish(bucket, { [id]: { isPlain: true } }, {}, { ...titled("At the new clinic"), ...text });
  expect(JSON.stringify(await bucket.readJson(`${id}/metadata.json`))).toContain("School is over.");
});

it("publishPack names an unreadable published list and the option that replaces its language", async () => {
  const bucket = await startTestBucket();
  for (const [Key, Body] of await createPack({ "nepali/health/health-1": {} })) {
    await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body }));
  }
  const Key = "nepali/health/metadata.json";
  await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: "{" }));
  await expect(publish(bucket, { "nepali/health/health-2": {} })).rejects.toMatchObject({
    code: "list_unreadable",
    message: expect.stringMatching(/nepali\/health\/metadata\.json is not JSON.*--replace-language nepali/),
  });
  await publish(bucket, { "nepali/health/health-2": {} }, { replacedLanguages: ["nepali"] });
  expect(await idsIn(bucket, "nepali/health")).toEqual(["health-2"]);
});
