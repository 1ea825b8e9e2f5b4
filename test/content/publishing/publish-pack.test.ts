import { describe, expect, it, vi } from "vitest";
import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { type BucketInMemory, bucketInMemory } from "../bucket-in-memory.ts";
import { type PackFiles, readSound, samplePack, sampleSegment, writeFiles } from "../sample-pack.ts";

const dialogue = "nepali/health/health-1";

async function publish(bucket: BucketInMemory, files: PackFiles, checked = false) {
  return await publishPack({ directory: await writeFiles(files), bucket: "content", s3: bucket.s3, checked });
}

describe("publishPack", () => {
  it("uploads everything with its type, recordings first and lists last", async () => {
    const bucket = bucketInMemory();
    const files = await samplePack();
    expect(await publish(bucket, files)).toEqual({ uploaded: 10, unchanged: 0, removed: 0 });

    expect([...bucket.objects.keys()].sort()).toEqual(["public/catalogue.json", ...files.keys()].sort());
    const depths = bucket.changes.map((change) => change.split("/").length);
    expect(depths).toEqual([5, 5, 5, 5, 4, 4, 3, 3, 2, 2]);
    const metadata = bucket.objects.get("nepali/metadata.json");
    expect(metadata).toMatchObject({ type: "application/json; charset=utf-8", cache: "public, max-age=300" });
    const audio = bucket.objects.get(`${dialogue}/segments/segment-1.mp3`);
    expect(audio).toMatchObject({ type: "audio/mpeg", cache: "public, max-age=86400" });
  });

  it("says to anybody how many dialogues each language has, without the examples", async () => {
    const bucket = bucketInMemory();
    const files = await samplePack();
    await publish(bucket, files);
    const catalogue = () => JSON.parse(Buffer.from(bucket.objects.get("public/catalogue.json")?.body ?? "").toString());
    expect(catalogue()).toEqual({ languages: [{ language: "nepali", dialogues: 1 }] });

    for (const name of [...files.keys()]) if (name.startsWith("nepali/health/")) files.delete(name);
    files.set("nepali/metadata.json", "[]");
    await publish(bucket, files);
    expect(catalogue()).toEqual({ languages: [] });
  });

  it("uploads only what has changed since", async () => {
    const bucket = bucketInMemory();
    const files = await samplePack();
    await publish(bucket, files);
    bucket.changes.length = 0;
    expect(await publish(bucket, files)).toEqual({ uploaded: 0, unchanged: 10, removed: 0 });

    files.set(`${dialogue}/metadata.json`, JSON.stringify([{ ...sampleSegment, name: "Nurse" }]));
    expect(await publish(bucket, files)).toEqual({ uploaded: 1, unchanged: 9, removed: 0 });
    expect(bucket.changes).toEqual([`put ${dialogue}/metadata.json`]);
  });

  it("deletes what the pack no longer has, last of all and metadata before recordings", async () => {
    const bucket = bucketInMemory();
    const files = await samplePack();
    await publish(bucket, files);
    bucket.changes.length = 0;

    for (const name of [...files.keys()]) if (name.startsWith("nepali/health/")) files.delete(name);
    files.set("nepali/metadata.json", "[]");
    expect(await publish(bucket, files)).toEqual({ uploaded: 2, unchanged: 4, removed: 4 });
    expect(bucket.changes).toEqual([
      "put nepali/metadata.json",
      "put public/catalogue.json",
      "delete nepali/health/metadata.json",
      `delete ${dialogue}/metadata.json`,
      `delete ${dialogue}/segments/segment-1.mp3`,
      `delete ${dialogue}/segments/segment-1_translated.mp3`,
    ]);
  });

  it("tells how far it has come", async () => {
    const report = vi.fn();
    const { s3 } = bucketInMemory();
    await publishPack({ directory: await writeFiles(await samplePack()), bucket: "content", s3, report });
    expect(report.mock.calls.map(([done]) => done)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(report).toHaveBeenLastCalledWith(10, 10);
  });

  it("refuses a pack with problems and leaves the bucket alone", async () => {
    const bucket = bucketInMemory();
    const files = await samplePack();
    files.set(`${dialogue}/segments/segment-1.mp3`, await readSound("silence"));
    await expect(publish(bucket, files)).rejects.toMatchObject({
      name: "FaultyPack",
      problems: [{ path: `${dialogue}/segments/segment-1.mp3`, problem: "is silent" }],
    });
    expect(bucket.changes).toEqual([]);
  });

  it("does not decode the recordings of a pack said to be checked, but checks the rest", async () => {
    const files = await samplePack();
    files.set(`${dialogue}/segments/segment-1.mp3`, await readSound("silence"));
    expect(await publish(bucketInMemory(), files, true)).toMatchObject({ uploaded: 10 });

    files.delete(`${dialogue}/segments/segment-1.mp3`);
    await expect(publish(bucketInMemory(), files, true)).rejects.toThrow("segment-1.mp3: is missing");
  });

  it("stops when the bucket fails, before metadata names what is not there", async () => {
    const bucket = bucketInMemory();
    bucket.refused.add(`${dialogue}/segments/segment-1_translated.mp3`);
    await expect(publish(bucket, await samplePack())).rejects.toThrow("Access denied");
    expect(bucket.changes.filter((change) => change.endsWith(".json"))).toEqual([]);
  });
});
