import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bucket, startTestS3 } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  test = await startTestS3();
});
afterAll(() => test.close());

const read = async (Key: string, more = {}) => {
  const output = await test.sdk.send(new GetObjectCommand({ Bucket: bucket, Key, ...more }));
  return { ...output, bytes: Buffer.from((await output.Body?.transformToByteArray()) ?? []) };
};

function sentHeaders(command: PutObjectCommand): Promise<Record<string, string>> {
  return new Promise((resolve) => {
    command.middlewareStack.add(
      (next) => (args) => {
        resolve(z.object({ headers: z.record(z.string(), z.string()) }).parse(args.request).headers);
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
  });
}

describe("the local S3", () => {
  it.each([0, 1, 65_536, 1_000_003])("returns %i random bytes exactly", async (size) => {
    const body = randomBytes(size);
    const { ETag } = await test.put(`bytes/${size}`, body);
    const { bytes, ContentLength, ETag: readETag, ChecksumCRC32 } = await read(`bytes/${size}`);
    expect(bytes.equals(body)).toBe(true);
    expect(ContentLength).toBe(size);
    expect(ETag).toBe(`"${createHash("md5").update(body).digest("hex")}"`);
    expect(readETag).toBe(ETag);
    expect(ChecksumCRC32).toMatch(/^.{8}$/);
  });

  it("returns the exact bytes of a stream that was uploaded in chunks with a trailing checksum", async () => {
    const body = randomBytes(300_001);
    const pieces = [body.subarray(0, 7), body.subarray(7, 150_000), body.subarray(150_000)];
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: "streamed",
      Body: Readable.from(pieces),
      ContentLength: body.length,
      ContentEncoding: "identity",
    });
    const sent = sentHeaders(command);
    await test.sdk.send(command);
    expect(await sent).toMatchObject({
      "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
      "x-amz-trailer": "x-amz-checksum-crc32",
    });
    const { bytes, ContentEncoding } = await read("streamed");
    expect(bytes.equals(body)).toBe(true);
    expect(ContentEncoding).toBe("identity");
  });

  it.each(["SHA1", "SHA256"] as const)("accepts an upload with the checksum %s", async (ChecksumAlgorithm) => {
    await test.put("checksum", "text", { ChecksumAlgorithm });
    expect((await read("checksum")).bytes.toString()).toBe("text");
  });

  it("stores an object's headers and metadata, and replaces both when the object is replaced", async () => {
    await test.put("described", "one", {
      ContentType: "audio/mpeg",
      CacheControl: "max-age=60",
      ContentDisposition: 'attachment; filename="a.mp3"',
      Metadata: { voice: "female" },
    });
    const first = await test.sdk.send(new HeadObjectCommand({ Bucket: bucket, Key: "described" }));
    expect(first).toMatchObject({
      ContentLength: 3,
      ContentType: "audio/mpeg",
      CacheControl: "max-age=60",
      ContentDisposition: 'attachment; filename="a.mp3"',
      Metadata: { voice: "female" },
      AcceptRanges: "bytes",
    });
    expect(first.LastModified?.getTime()).toBeLessThanOrEqual(Date.now());
    await test.put("described", "other");
    const second = await read("described");
    expect(second.ContentType).toBe("application/octet-stream");
    expect([second.CacheControl, second.ContentDisposition, second.Metadata]).toEqual([undefined, undefined, {}]);
    expect(second.bytes.toString()).toBe("other");
  });

  it.each(["../../../etc/passwd", "a/../b", "/leading", "trailing/", "sp ace+%&=?#", "नेपाली/ü'()*!.mp3", "a//b"])(
    "accepts the key %j as plain text",
    async (key) => {
      await test.put(key, key);
      expect((await read(key)).bytes.toString()).toBe(key);
      const { Contents } = await test.sdk.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));
      expect(Contents?.map(({ Key }) => Key)).toEqual([key]);
    },
  );

  it("returns NoSuchKey or NotFound for a missing or deleted object", async () => {
    await expect(read("nothing")).rejects.toBeInstanceOf(NoSuchKey);
    const head = (Key: string) => test.sdk.send(new HeadObjectCommand({ Bucket: bucket, Key }));
    await expect(head("nothing")).rejects.toBeInstanceOf(NotFound);
    await test.put("gone", "text");
    await test.sdk.send(new DeleteObjectCommand({ Bucket: bucket, Key: "gone" }));
    await test.sdk.send(new DeleteObjectCommand({ Bucket: bucket, Key: "gone" }));
    await expect(read("gone")).rejects.toBeInstanceOf(NoSuchKey);
    await expect(head("gone")).rejects.toBeInstanceOf(NotFound);
  });

  it("returns NoSuchBucket for reads, writes, lists and deletions in a missing bucket", async () => {
    const Bucket = "no-such-bucket";
    const calls = [
      () => test.sdk.send(new GetObjectCommand({ Bucket, Key: "a" })),
      () => test.sdk.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" })),
      () => test.sdk.send(new ListObjectsV2Command({ Bucket })),
      () => test.sdk.send(new DeleteObjectCommand({ Bucket, Key: "a" })),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: "NoSuchBucket", $metadata: { httpStatusCode: 404 } });
    }
  });

  it("ignores a second creation of a bucket, and refuses an invalid bucket name", async () => {
    await test.put("kept", "text");
    await test.sdk.send(new CreateBucketCommand({ Bucket: bucket }));
    expect((await read("kept")).bytes.toString()).toBe("text");
    const bad = test.sdk.send(new CreateBucketCommand({ Bucket: "Bad_Name" }));
    await expect(bad).rejects.toMatchObject({ name: "InvalidBucketName" });
  });
});

describe("a read from the local S3", () => {
  const body = Buffer.from("0123456789");
  beforeAll(() => test.put("digits", body));

  it.each([
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
  ])("of the range %s returns 206 and %j", async (Range, text, ContentRange) => {
    const { bytes, $metadata, ...output } = await read("digits", { Range });
    expect(bytes.toString()).toBe(text);
    expect($metadata.httpStatusCode).toBe(206);
    expect(output).toMatchObject({ ContentRange, ContentLength: text.length });
  });

  it.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("of the range %s fails with InvalidRange", async (Range) => {
    const refused = read("digits", { Range });
    await expect(refused).rejects.toMatchObject({ name: "InvalidRange", $metadata: { httpStatusCode: 416 } });
  });

  it.each(["bytes=4-2", "bytes=0-1,4-5", "bytes=-", "lines=1-2", "bytes=a-b"])(
    "of the range %s returns the whole object",
    async (Range) => {
      const { bytes, $metadata } = await read("digits", { Range });
      expect(bytes.toString()).toBe("0123456789");
      expect($metadata.httpStatusCode).toBe(200);
    },
  );

  it("of a range of an empty object fails with InvalidRange", async () => {
    await test.put("empty", new Uint8Array());
    await expect(read("empty", { Range: "bytes=0-" })).rejects.toMatchObject({ name: "InvalidRange" });
  });

  it("returns 304 if If-None-Match has the object's ETag, and otherwise the object", async () => {
    const { ETag } = await read("digits");
    const known = read("digits", { IfNoneMatch: ETag });
    await expect(known).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    expect((await read("digits", { IfNoneMatch: '"other"' })).bytes.toString()).toBe("0123456789");
  });
});
