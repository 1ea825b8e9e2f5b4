import { PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import type { Changes } from "../../../content/publishing/changes.ts";
import type { Removals } from "../../../content/publishing/publication-scope.ts";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { rollBack } from "../../../content/publishing/roll-back.ts";
import { writeFiles } from "../sample-pack.ts";
import { findDanglingNames } from "./find-dangling-names.ts";
import { createPack, type Dialogues } from "./packs.ts";
import { bucketName, startTestBucket, type TestBucket } from "./test-bucket.ts";

const saying = (words: string): Dialogues => ({ "spanish/health/health-1": { words } });

async function publish(bucket: TestBucket, dialogues: Dialogues, removals: Removals = {}) {
  const directory = await writeFiles(await createPack(dialogues));
  let seen: Changes | undefined;
  const agree = async (changes: Changes) => {
    seen = changes;
    return true;
  };
  const { destination } = bucket.publisher();
  await publishPack({ directory, destination, ...removals, confirm: agree, isAudioChecked: true });
  return { ...seen, left: [...(seen?.unused.keys() ?? [])], kept: [...(seen?.keptForRollback.keys() ?? [])] };
}

const back = (bucket: TestBucket) => rollBack({ destination: bucket.publisher().destination });
const words = async (bucket: TestBucket) =>
  JSON.stringify(await bucket.readJson("spanish/health/health-1/metadata.json"));

describe("a rollback", () => {
  it("restores the previous publication, and a second rollback restores an older publication", async () => {
    const bucket = await startTestBucket();
    for (const text of ["One.", "Two.", "Three."]) await publish(bucket, saying(text));
    expect((await back(bucket))?.number).toBe(2);
    expect(await words(bucket)).toContain("Two.");
    expect((await back(bucket))?.number).toBe(1);
    expect(await words(bucket)).toContain("One.");
    await expect(back(bucket)).rejects.toMatchObject({ code: "nothing_before" });
    expect(await words(bucket)).toContain("One.");
  });

  it("undoes a publication that followed an earlier rollback", async () => {
    const bucket = await startTestBucket();
    for (const text of ["One.", "Two."]) await publish(bucket, saying(text));
    await back(bucket);
    await publish(bucket, saying("Three."));
    await back(bucket);
    expect(await words(bucket)).toContain("One.");
  });

  it("undoes the publication of a second language, and does not change the first language", async () => {
    const bucket = await startTestBucket();
    await publish(bucket, saying("One."));
    const before = await bucket.contents();
    await publish(bucket, { "arabic/legal/legal-1": {} });
    await back(bucket);
    const { destination, changes } = bucket.publisher();
    await expect(rollBack({ destination })).rejects.toMatchObject({ code: "nothing_before" });
    expect(changes).toEqual([]);
    const after = await bucket.contents();
    expect(after).toMatchObject(before);
    // Audio files stay in the bucket, and no metadata names them.
    const more = Object.keys(after).filter((name) => !(name in before));
    expect(more.map((name) => name.split("/").slice(0, 4).join("/"))).toEqual(
      Array(2).fill("arabic/legal/legal-1/segments"),
    );
    expect(await findDanglingNames(bucket)).toEqual([]);
  });

  it("changes nothing if the confirmation is refused", async () => {
    const bucket = await startTestBucket();
    for (const text of ["One.", "Two."]) await publish(bucket, saying(text));
    const { destination, changes } = bucket.publisher();
    expect(await rollBack({ destination, confirm: async () => false })).toBeNull();
    expect(changes).toEqual([]);
  });

  it("changes nothing if an earlier audio file was overwritten", async () => {
    const bucket = await startTestBucket();
    await publish(bucket, { "spanish/health/health-1": { isPlain: true } });
    await publish(bucket, { "spanish/health/health-1": { isPlain: true, sound: "quiet" } });
    const before = await bucket.contents();
    await expect(back(bucket)).rejects.toMatchObject({
      code: "recordings_gone",
      message: expect.stringContaining("spanish/health/health-1/segments/segment-1.mp3"),
    });
    expect(await bucket.contents()).toEqual(before);
  });

  it("restores a dialogue of a bucket that had no records", async () => {
    const bucket = await startTestBucket();
    for (const [Key, Body] of await createPack(saying("By hand."))) {
      await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body }));
    }
    await publish(bucket, saying("By the tool."));
    await back(bucket);
    expect(await words(bucket)).toContain("By hand.");
  });

  it("can restore the four previous publications, and names an unreadable record", async () => {
    const bucket = await startTestBucket();
    for (const text of ["1.", "2.", "3.", "4.", "5.", "6.", "7."]) await publish(bucket, saying(text));
    for (const text of ["6.", "5.", "4.", "3."]) {
      await back(bucket);
      expect(await words(bucket)).toContain(text);
    }
    await expect(back(bucket)).rejects.toMatchObject({ code: "nothing_before" });
    const Key = ".published/000099.json";
    await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: "{}" }));
    await expect(back(bucket)).rejects.toMatchObject({
      code: "record_unreadable",
      message: expect.stringContaining(Key),
    });
  });
});

describe("published dialogues that the pack lacks", () => {
  const two = { "spanish/health/health-1": {}, "spanish/health/health-2": {} };
  const one = { "spanish/health/health-1": {} };
  const replacing = { replacedLanguages: ["spanish"] } as const;
  const pruning = { ...replacing, prune: "own-languages" } as const;
  const isOfSecond = (name: string) => name.startsWith("spanish/health/health-2/");

  it("are no longer listed if their language is replaced, but keep their files without --prune", async () => {
    const bucket = await startTestBucket();
    await publish(bucket, two);
    const { left } = await publish(bucket, one, replacing);
    expect(left.filter(isOfSecond)).toHaveLength(3);
    expect((await bucket.names()).filter(isOfSecond)).toHaveLength(3);
    expect(await bucket.readJson("spanish/health/metadata.json")).toEqual([
      expect.objectContaining({ id: "health-1" }),
    ]);
  });

  it("are removed from a replaced language with --prune, and their audio is removed one publication later", async () => {
    const bucket = await startTestBucket();
    await publish(bucket, two);
    const { kept } = await publish(bucket, one, pruning);
    expect(kept).toHaveLength(2);
    expect((await bucket.names()).filter(isOfSecond)).toEqual(kept);
    // A publication without changes does not count as a new publication.
    await publish(bucket, one, pruning);
    expect((await bucket.names()).filter(isOfSecond)).toEqual(kept);
    await publish(bucket, { "spanish/health/health-1": { words: "Later." } }, pruning);
    expect((await bucket.names()).filter(isOfSecond)).toEqual([]);
  });

  it("lose their metadata with --prune all if the pack does not contain their language", async () => {
    const bucket = await startTestBucket();
    await publish(bucket, { ...one, "arabic/legal/legal-1": {} });
    await publish(bucket, one, pruning);
    expect(await bucket.names()).toContain("arabic/metadata.json");
    await publish(bucket, one, { prune: "all" });
    expect((await bucket.names()).filter((name) => name.startsWith("arabic/") && name.endsWith(".json"))).toEqual([]);
    expect(await bucket.readJson("public/catalogue.json")).toEqual({
      languages: [{ language: "spanish", dialogues: 1, topics: 1 }],
      free: [],
    });
  });
});
