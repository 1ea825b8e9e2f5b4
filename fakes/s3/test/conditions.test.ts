import { DeleteObjectCommand, GetObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bucket, startTestS3 } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  test = await startTestS3();
});
afterAll(() => test.close());

const read = async (Key: string) => {
  const { Body } = await test.sdk.send(new GetObjectCommand({ Bucket: bucket, Key }));
  return Body?.transformToString();
};
const remove = (Key: string, IfMatch: string) =>
  test.sdk.send(new DeleteObjectCommand({ Bucket: bucket, Key, IfMatch }));

/** Source: "Conditional write behavior" and "How to perform conditional deletes" in the AWS guides. */
const failed = { name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } };

describe("an upload with If-None-Match", () => {
  it("is stored if the object does not exist or was deleted", async () => {
    await test.put("new", "one", { IfNoneMatch: "*" });
    await expect(test.put("new", "two", { IfNoneMatch: "*" })).rejects.toMatchObject(failed);
    expect(await read("new")).toBe("one");
    await test.sdk.send(new DeleteObjectCommand({ Bucket: bucket, Key: "new" }));
    await test.put("new", "three", { IfNoneMatch: "*" });
    expect(await read("new")).toBe("three");
  });

  it("is stored once if several uploads of the object run at the same time", async () => {
    const many = Array.from({ length: 8 }, (_, nth) => test.put("raced", `${nth}`, { IfNoneMatch: "*" }));
    const ended = await Promise.allSettled(many);
    const stored = ended.flatMap(({ status }, nth) => (status === "fulfilled" ? [`${nth}`] : []));
    expect(stored).toEqual([await read("raced")]);
    expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(7);
  });
});

describe("an upload with If-Match", () => {
  it("replaces only the version with the given ETag", async () => {
    const { ETag } = await test.put("seen", "one");
    const second = await test.put("seen", "two", { IfMatch: ETag });
    await expect(test.put("seen", "three", { IfMatch: ETag })).rejects.toMatchObject(failed);
    expect(await read("seen")).toBe("two");
    await test.put("seen", "four", { IfMatch: second.ETag });
    expect(await read("seen")).toBe("four");
  });

  it("fails if the object does not exist", async () => {
    const upload = test.put("never", "one", { IfMatch: '"e"' });
    await expect(upload).rejects.toMatchObject({ name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
    await expect(read("never")).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

describe("a deletion with If-Match", () => {
  it("deletes only the version with the given ETag", async () => {
    const { ETag } = await test.put("old", "one");
    const { ETag: newer } = await test.put("old", "two");
    await expect(remove("old", `${ETag}`)).rejects.toMatchObject(failed);
    expect(await read("old")).toBe("two");
    await remove("old", `${newer}`);
    await expect(read("old")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  it("with the value * deletes an object, and fails if the object is missing", async () => {
    await test.put("any", "one");
    await remove("any", "*");
    await expect(remove("any", "*")).rejects.toMatchObject(failed);
  });
});
