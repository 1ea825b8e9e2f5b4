import { PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, it, vi } from "vitest";
import { lockLifetimeMs } from "../../../content/publishing/bucket-lock.ts";
import { type PublishOptions, publishPack } from "../../../content/publishing/publish-pack.ts";
import { Catalogue, publicFolder } from "../../../domain/content/catalogue.ts";
import { languageNames } from "../../../domain/content/language.ts";
import { createTemporaryDirectory, readSound, writeFiles } from "../sample-pack.ts";
import { createPack, type Dialogues } from "./packs.ts";
import { bucketName, startTestBucket, type TestBucket } from "./test-bucket.ts";

const health = "nepali/health/health-1";
const small: Dialogues = { "nepali/example/example-1": {}, [health]: {} };

async function publish(bucket: TestBucket, dialogues: Dialogues, options: Partial<PublishOptions> = {}) {
  const { destination, changes, invalidated } = bucket.publisher();
  const directory = await writeFiles(await createPack(dialogues));
  const counts = await publishPack({ directory, destination, ...options });
  return { counts, changes, invalidated };
}

it("publishPack uploads audio first and the catalogue last, with content types and cache headers", async () => {
  const bucket = await startTestBucket();
  const { counts, changes } = await publish(bucket, small);
  expect(counts).toEqual({ uploaded: 10, unchanged: 0, removed: 0 });
  expect(await bucket.names()).toEqual(["public/catalogue.json", ...(await createPack(small)).keys()].sort());
  expect(changes.map((change) => change.split("/").length)).toEqual([5, 5, 5, 5, 4, 4, 3, 3, 2, 2]);
  expect(changes.at(-1)).toBe("put public/catalogue.json");
  expect((await bucket.read("nepali/metadata.json"))?.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=300",
  });
  const recording = (await bucket.names()).find((name) => name.endsWith("_translated.mp3")) ?? "";
  expect((await bucket.read(recording))?.headers).toMatchObject({
    "content-type": "audio/mpeg",
    "cache-control": "public, max-age=86400",
  });
});

it("publishPack uploads only changed files, and writes no record without changes", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, small);
  const again = await publish(bucket, small);
  expect(again).toEqual({ counts: { uploaded: 0, unchanged: 10, removed: 0 }, changes: [], invalidated: [] });
  await expect(bucket.get(".published/000002.json")).rejects.toMatchObject({ name: "NoSuchKey" });

  const { counts, changes } = await publish(bucket, { ...small, [health]: { words: "Good evening." } });
  expect(counts).toEqual({ uploaded: 1, unchanged: 9, removed: 0 });
  expect(changes).toEqual([`put ${health}/metadata.json`]);
});

it("publishPack invalidates replaced files in CloudFront, but no new files", async () => {
  const bucket = await startTestBucket();
  expect((await publish(bucket, { ...small, [health]: { isPlain: true } })).invalidated).toEqual([]);
  const { invalidated } = await publish(bucket, {
    ...small,
    [health]: { isPlain: true, sound: "quiet", words: "Now." },
  });
  expect(invalidated).toEqual([
    [`/${health}/metadata.json`, `/${health}/segments/segment-1.mp3`, `/${health}/segments/segment-1_translated.mp3`],
  ]);
  const added = await publish(bucket, { ...small, [health]: {}, "nepali/health/health-2": {} });
  // A cache may contain the old metadata, but no audio with a new name.
  expect(added.invalidated[0]).toEqual(
    [`/${health}/metadata.json`, "/nepali/health/metadata.json", "/public/catalogue.json"].sort(),
  );
});

it("publishPack with prune “own-languages” keeps a language that the pack lacks, and counts its dialogues", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, small);
  const before = await bucket.contents();
  const spanish = { "spanish/legal/legal-1": {}, "spanish/legal/legal-2": {} };
  const { changes } = await publish(bucket, spanish, { prune: "own-languages" });
  expect(changes.every((change) => /^put (spanish|public)\//.test(change))).toBe(true);
  const after = await bucket.contents();
  for (const name of Object.keys(before)) if (name !== "public/catalogue.json") expect(after[name]).toBe(before[name]);
  expect(await bucket.readJson("public/catalogue.json")).toEqual({
    languages: [
      { language: "nepali", dialogues: 1, topics: 1 },
      { language: "spanish", dialogues: 2, topics: 1 },
    ],
    free: [{ language: "nepali", dialogues: 1 }],
  });
});

it("publishPack counts the free examples that stay published, even if a later pack lacks them", async () => {
  const bucket = await startTestBucket();
  const free = async () => Catalogue.parse(await bucket.readJson("public/catalogue.json")).free;
  await publish(bucket, { ...small, "nepali/example/example-1": {}, "nepali/example/example-2": {} });
  expect(await free()).toEqual([{ language: "nepali", dialogues: 2 }]);
  await publish(bucket, { "spanish/legal/legal-1": {} });
  expect(await free()).toEqual([{ language: "nepali", dialogues: 2 }]);
  await publish(bucket, { "nepali/example/example-1": {} });
  expect(await free()).toEqual([{ language: "nepali", dialogues: 2 }]);
  await publish(bucket, { "nepali/example/example-1": {} }, { replacedLanguages: ["nepali"] });
  expect(await free()).toEqual([{ language: "nepali", dialogues: 1 }]);
  await publish(bucket, { "spanish/legal/legal-1": {} }, { prune: "all" });
  expect(await free()).toEqual([]);
});

it("publishPack reports its progress after each uploaded file", async () => {
  const report = vi.fn();
  await publish(await startTestBucket(), small, { report });
  expect(report.mock.calls.map(([done]) => done.files)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const [done, total] = report.mock.lastCall ?? [];
  expect(done).toEqual(total);
  expect(total.bytes).toBeGreaterThan(4 * (await readSound("tone")).length);
});

it("publishPack changes nothing if the confirmation is refused", async () => {
  const bucket = await startTestBucket();
  const { counts, changes } = await publish(bucket, small, { confirm: async () => false });
  expect([counts, changes, await bucket.names()]).toEqual([null, [], []]);
});

const silent: Dialogues = { ...small, [health]: { sound: "silence", isPlain: true } };

it("publishPack does not analyse published audio again, except under a new name", async () => {
  const bucket = await startTestBucket();
  // Silent audio fails the check, so a publication is refused if it analyses a silent file.
  await publish(bucket, silent, { isAudioChecked: true });
  await expect(publish(bucket, { ...silent, "nepali/health/health-2": {} })).resolves.toBeDefined();
  const renamed = { ...small, "nepali/health/health-3": { sound: "silence" } } satisfies Dialogues;
  await expect(publish(bucket, renamed)).rejects.toMatchObject({ code: "pack_faulty" });
  await expect(publish(await startTestBucket(), silent)).rejects.toMatchObject({ code: "pack_faulty" });
});

it("publishPack does not analyse audio that the record of a crashed publication lists", async () => {
  const bucket = await startTestBucket();
  const broken = bucket.publisher("test", { atChange: 4, isApplied: true });
  const directory = await writeFiles(await createPack(silent));
  await expect(publishPack({ directory, destination: broken.destination, isAudioChecked: true })).rejects.toThrow(
    "killed",
  );
  bucket.pass(lockLifetimeMs);
  await expect(publish(bucket, silent)).resolves.toBeDefined();
});

it("publishPack stops during the analysis on request, and changes nothing", async () => {
  const bucket = await startTestBucket();
  const controller = new AbortController();
  const listening = () => controller.abort();
  const stopped = publish(bucket, small, { signal: controller.signal, onAudioChecked: listening });
  await expect(stopped).rejects.toMatchObject({ code: "interrupted", message: "Interrupted. Nothing was changed." });
  expect(await bucket.names()).toEqual([]);
});

it("publishPack refuses a missing or faulty pack, and does not change the bucket", async () => {
  const bucket = await startTestBucket();
  await expect(publish(bucket, silent)).rejects.toMatchObject({
    code: "pack_faulty",
    message: expect.stringContaining("segment-1.mp3: is silent"),
  });
  expect(await bucket.names()).toEqual([]);
  const nowhere = { directory: `${await createTemporaryDirectory()}/nowhere` };
  await expect(publish(bucket, small, nowhere)).rejects.toMatchObject({ code: "pack_missing" });
  expect(await bucket.names()).toEqual([]);
});

it("publishPack finds a missing file of a checked pack, and does not decode its audio", async () => {
  const silent = { ...small, [health]: { sound: "silence", isPlain: true } } as const;
  const { counts } = await publish(await startTestBucket(), silent, { isAudioChecked: true });
  expect(counts).toMatchObject({ uploaded: 10 });
  const files = await createPack(silent);
  files.delete(`${health}/segments/segment-1.mp3`);
  const incomplete = { directory: await writeFiles(files), isAudioChecked: true };
  await expect(publish(await startTestBucket(), small, incomplete)).rejects.toThrow("segment-1.mp3: is missing");
});

it("publishPack refuses a bucket that contains unrelated files, and names these files", async () => {
  const bucket = await startTestBucket();
  for (const Key of ["invoices/2026.pdf", "index.html", "Nepali/metadata.json"]) {
    await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: "x" }));
  }
  const refused = publish(bucket, small, { prune: "all" });
  await expect(refused).rejects.toMatchObject({
    code: "bucket_foreign",
    message: expect.stringContaining("Nepali/metadata.json, index.html, invoices/2026.pdf"),
  });
  expect(await bucket.names()).toEqual(["Nepali/metadata.json", "index.html", "invoices/2026.pdf"]);
});

it("publishPack reports a file of the bucket that changed during the publication", async () => {
  const bucket = await startTestBucket();
  const meddler = bucket.publisher();
  const meddle = async () => {
    const Key = "nepali/health/metadata.json";
    await bucket.sdk.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: "[]" }));
  };
  const { destination } = bucket.publisher("test", undefined, meddle);
  const directory = await writeFiles(await createPack(small));
  await expect(publishPack({ directory, destination })).rejects.toMatchObject({
    code: "not_as_published",
    message: expect.stringContaining("nepali/health/metadata.json"),
  });
  await publishPack({ directory, destination: meddler.destination });
  expect(await bucket.readJson("nepali/health/metadata.json")).toEqual([
    { id: "health-1", scenario: "About health-1" },
  ]);
});

it("publishPack stores its records outside the public folder and the language folders", async () => {
  const bucket = await startTestBucket();
  await publish(bucket, small);
  const record = (await bucket.get(".published/000001.json")).Body;
  expect(JSON.parse((await record?.transformToString()) ?? "")).toMatchObject({
    number: 1,
    by: "test",
    finished: true,
  });
  const readable = [publicFolder, ...languageNames.map((language) => `${language}/`)];
  expect(readable.filter((folder) => ".published/000001.json".startsWith(folder))).toEqual([]);
});
