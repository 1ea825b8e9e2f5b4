import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bucket, errorIn, startTestS3 } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestS3>>;
beforeAll(async () => {
  test = await startTestS3({ maxObjectBytes: 1_000_000 });
});
beforeEach(() => test.put("song", "original"));
afterAll(() => test.close());

const stored = async (key = "song") => {
  const object = test.s3.read(bucket, key);
  return object ? Buffer.concat(await object.read().toArray()).toString() : null;
};
const sha256 = (body: Uint8Array) => createHash("sha256").update(body).digest("hex");

describe("request bodies", () => {
  const body = randomBytes(70_000);
  const altered = Buffer.from(body).fill(0, 100, 101);
  altered[100] = (body[100] ?? 0) ^ 1;
  const base64 = (algorithm: string) => createHash(algorithm).update(body).digest("base64");
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));

  it.each([
    ["x-amz-content-sha256", { "x-amz-content-sha256": sha256(body) }, "XAmzContentSHA256Mismatch"],
    ["Content-MD5", { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "content-md5": base64("md5") }, "BadDigest"],
    [
      "CRC-32",
      { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "x-amz-checksum-crc32": crc.toString("base64") },
      "BadDigest",
    ],
    ["SHA-1", { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "x-amz-checksum-sha1": base64("sha1") }, "BadDigest"],
    ["SHA-256", { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "x-amz-checksum-sha256": base64("sha256") }, "BadDigest"],
  ])("are refused if their %s does not match", async (_, headers, code) => {
    const refused = await test.sendSigned("PUT", "song", headers, altered);
    expect(await errorIn(refused)).toMatchObject({ status: 400, code });
    expect(await stored()).toBe("original");
    expect((await test.sendSigned("PUT", "other", headers, body)).status).toBe(200);
  });

  it("are refused with a malformed Content-MD5 or an unsupported checksum", async () => {
    const unsigned = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    const md5 = await test.sendSigned("PUT", "song", { ...unsigned, "content-md5": "short" }, body);
    expect(await errorIn(md5)).toMatchObject({ status: 400, code: "InvalidDigest" });
    for (const algorithm of ["crc64nvme", "sha512"]) {
      const headers = { ...unsigned, [`x-amz-checksum-${algorithm}`]: "AAAAAAAAAAA=" };
      const refused = await test.sendSigned("PUT", "song", headers, body);
      expect(await errorIn(refused)).toMatchObject({ status: 501, code: "NotImplemented" });
    }
    expect(await stored()).toBe("original");
  });

  it("are refused if they are larger than the limit", async () => {
    await expect(test.put("song", randomBytes(1_000_001))).rejects.toMatchObject({ name: "EntityTooLarge" });
    expect(await stored()).toBe("original");
  });
});

describe("request bodies in chunks", () => {
  const send = (encoded: string, decodedLength: number, more = {}) => {
    const headers = {
      "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
      "x-amz-decoded-content-length": String(decodedLength),
      "x-amz-trailer": "x-amz-checksum-crc32",
      "content-encoding": "aws-chunked",
      ...more,
    };
    return test.sendSigned("PUT", "chunked", headers, Buffer.from(encoded));
  };
  // CRC-32 of "hello, world" in base64.
  const trailer = "x-amz-checksum-crc32:/6tyOg==\r\n\r\n";

  it("are stored as one object", async () => {
    const response = await send(`5\r\nhello\r\n7\r\n, world\r\n0\r\n${trailer}`, 12);
    expect(await response.text()).toBe("");
    expect(await stored("chunked")).toBe("hello, world");
    expect(test.s3.read(bucket, "chunked")?.headers).not.toHaveProperty("content-encoding");
  });

  it.each([
    ["an altered byte", `5\r\nhellO\r\n7\r\n, world\r\n0\r\n${trailer}`, 12, "BadDigest"],
    ["another total length", `5\r\nhello\r\n7\r\n, world\r\n0\r\n${trailer}`, 11, "IncompleteBody"],
    ["no last chunk", "5\r\nhello\r\n7\r\n, world\r\n", 12, "IncompleteBody"],
    ["a chunk cut short", "5\r\nhello\r\n7\r\n, wor", 12, "IncompleteBody"],
    ["a chunk longer than its size", `5\r\nhello\r\n6\r\n, world\r\n0\r\n${trailer}`, 12, "IncompleteBody"],
    ["no chunk size", `hello\r\n0\r\n${trailer}`, 5, "IncompleteBody"],
    ["no trailer", "5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n", 12, "MalformedTrailerError"],
    ["a broken trailer", "5\r\nhello\r\n7\r\n, world\r\n0\r\nnonsense\r\n\r\n", 12, "MalformedTrailerError"],
  ])("are refused with %s", async (_, encoded, length, code) => {
    await test.put("chunked", "before");
    expect(await errorIn(await send(encoded, length))).toMatchObject({ status: 400, code });
    expect(await stored("chunked")).toBe("before");
  });

  it("are refused with 501 NotImplemented if their header announces chunk signatures", async () => {
    const response = await send("0\r\n\r\n", 0, { "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" });
    expect(await errorIn(response)).toMatchObject({ status: 501, code: "NotImplemented" });
  });
});
