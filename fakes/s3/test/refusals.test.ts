import { createHash, randomBytes } from "node:crypto";
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bucket, credentials, errorIn, pageOrigin, sha256OfNothing, startTestS3 } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestS3>>;
let aheadMs = 0;
beforeAll(async () => {
  test = await startTestS3({ now: () => new Date(Date.now() + aheadMs) });
});
beforeEach(() => {
  aheadMs = 0;
  return test.put("song", "original");
});
afterAll(() => test.close());

const stored = async (key = "song") => {
  const object = test.s3.read(bucket, key);
  return object ? Buffer.concat(await object.read().toArray()).toString() : null;
};

describe("the local S3", () => {
  const get = (client: S3Client, Key = "song") => client.send(new GetObjectCommand({ Bucket: bucket, Key }));
  const error = (name: string, httpStatusCode: number) => ({ name, $metadata: { httpStatusCode } });

  it("refuses reads and large writes that are signed with another secret key", async () => {
    const client = test.client({ credentials: { ...credentials, secretAccessKey: "another" } });
    await expect(get(client)).rejects.toMatchObject(error("SignatureDoesNotMatch", 403));
    const upload = new PutObjectCommand({ Bucket: bucket, Key: "song", Body: randomBytes(900_000) });
    await expect(client.send(upload)).rejects.toMatchObject(error("SignatureDoesNotMatch", 403));
    expect(await stored()).toBe("original");
  });

  it("refuses an unknown access key", async () => {
    const client = test.client({ credentials: { ...credentials, accessKeyId: "UNKNOWNKEY" } });
    await expect(get(client)).rejects.toMatchObject(error("InvalidAccessKeyId", 403));
    const head = client.send(new HeadObjectCommand({ Bucket: bucket, Key: "song" }));
    await expect(head).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });

  it("refuses a signature for another region", async () => {
    const client = test.client({ region: "us-east-1", followRegionRedirects: false });
    await expect(get(client)).rejects.toMatchObject(error("AuthorizationHeaderMalformed", 400));
  });

  it("refuses a client whose clock is wrong by more than 15 minutes", async () => {
    for (const minutes of [16, -16]) {
      aheadMs = minutes * 60_000;
      await expect(get(test.client())).rejects.toMatchObject(error("RequestTimeTooSkewed", 403));
    }
    aheadMs = 14 * 60_000;
    expect((await get(test.client())).ContentLength).toBe(8);
  });

  it("refuses an unsigned request", async () => {
    const response = await fetch(`${test.s3.url}/${bucket}/song`);
    expect(await errorIn(response)).toEqual({ status: 403, code: "AccessDenied", message: "Access Denied" });
  });

  it("refuses an S3 header that was added after signing", async () => {
    const signed = await test.presign("song");
    const response = await fetch(signed, { headers: { "x-amz-checksum-mode": "ENABLED" } });
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  it.each([
    ["x-amz-copy-source", "*"],
    ["if-none-match", '"an-etag"'],
    ["if-match", "*"],
  ])("refuses an upload with the header %s: %s, and stores nothing", async (name, value) => {
    const headers = { [name]: value, "x-amz-content-sha256": sha256OfNothing };
    const response = await test.sendSigned("PUT", "song", headers);
    expect(await errorIn(response)).toMatchObject({ status: 501, code: "NotImplemented" });
    expect(await stored()).toBe("original");
  });

  it("refuses to write the tags of an object, and does not change the object", async () => {
    const response = await fetch(await test.presign("song", { method: "PUT", query: { tagging: "" } }), {
      method: "PUT",
      body: "<Tagging/>",
    });
    expect(await errorIn(response)).toMatchObject({ status: 501, code: "NotImplemented" });
    expect(await stored()).toBe("original");
  });
});

describe("presigned URLs", () => {
  it("allow reads with a Range header that was not signed", async () => {
    const query = { "response-content-disposition": 'attachment; filename="export.json"' };
    const response = await fetch(await test.presign("song", { query }), { headers: { Range: "bytes=0-3" } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="export.json"');
    expect(await response.text()).toBe("orig");
  });

  it("allow the upload that was signed", async () => {
    const body = randomBytes(5000);
    const response = await fetch(await test.presign("upload", { method: "PUT" }), { method: "PUT", body });
    expect(response.status).toBe(200);
    expect(test.s3.read(bucket, "upload")?.etag).toBe(`"${createHash("md5").update(body).digest("hex")}"`);
  });

  it("accept a body, although they contain the checksum of an empty body", async () => {
    const query = { "x-amz-checksum-crc32": "AAAAAA==", "x-amz-sdk-checksum-algorithm": "CRC32" };
    const response = await fetch(await test.presign("song", { method: "PUT", query }), { method: "PUT", body: "next" });
    expect(response.status).toBe(200);
    expect(await stored()).toBe("next");
  });

  it("are refused after their expiry", async () => {
    const signingDate = new Date(Date.now() - 61_000);
    const response = await fetch(await test.presign("song", { expiresIn: 60, signingDate }));
    expect(await errorIn(response)).toEqual({ status: 403, code: "AccessDenied", message: "Request has expired" });
    const inTime = await fetch(await test.presign("song", { expiresIn: 120, signingDate }));
    expect(inTime.status).toBe(200);
  });

  it("are refused 20 minutes before their start, or if they are valid for more than a week", async () => {
    const early = await fetch(await test.presign("song", { signingDate: new Date(Date.now() + 20 * 60_000) }));
    expect(await errorIn(early)).toMatchObject({ status: 403, message: "Request is not yet valid" });
    expect((await fetch(await test.presign("song", { expiresIn: 604_800 }))).status).toBe(200);
    const long = (await test.presign("song")).replace("X-Amz-Expires=60", "X-Amz-Expires=604801");
    expect(await errorIn(await fetch(long))).toMatchObject({ status: 400, code: "AuthorizationQueryParametersError" });
  });

  const tamperings: Record<string, (url: string) => string> = {
    "a later expiry": (url) => url.replace("X-Amz-Expires=60", "X-Amz-Expires=61"),
    "a changed object name": (url) => url.replace("/song?", "/sonh?"),
    "a changed signature": (url) =>
      url.replace(/(X-Amz-Signature=)(.)/, (_, name, digit) => name + (digit === "0" ? "1" : "0")),
    "a cut signature": (url) => url.replace(/(X-Amz-Signature=\w{10})\w+/, "$1"),
    "one more parameter": (url) => `${url}&response-content-type=text%2Fhtml`,
    "a changed date": (url) =>
      url.replace(/(X-Amz-Date=\w+)\dZ/, (whole, start) => `${start}${whole.endsWith("0Z") ? 1 : 0}Z`),
  };
  it.each(Object.keys(tamperings))("are refused with %s", async (name) => {
    const url = await test.presign("song");
    expect((await fetch(url)).status).toBe(200);
    const tampered = tamperings[name]?.(url) ?? url;
    expect(tampered).not.toBe(url);
    expect(await errorIn(await fetch(tampered))).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("are refused for a method that was not signed", async () => {
    const response = await fetch(await test.presign("song"), { method: "PUT", body: "altered" });
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    expect(await stored()).toBe("original");
  });

  it("are refused if they were signed with another secret key", async () => {
    const response = await fetch(await test.presign("song", { secretAccessKey: "another" }));
    expect(await errorIn(response)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  it("return responses and refusals that only the app's pages can read", async () => {
    const url = await test.presign("song");
    const allowed = await fetch(url, { headers: { Origin: pageOrigin } });
    expect(allowed.headers.get("access-control-allow-origin")).toBe(pageOrigin);
    const refused = await fetch(`${url}0`, { headers: { Origin: pageOrigin } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, pageOrigin]);
    const foreign = await fetch(url, { headers: { Origin: "http://evil.example" } });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    const foreignRefusal = await fetch(`${url}0`, { headers: { Origin: "http://evil.example" } });
    expect(foreignRefusal.headers.get("access-control-allow-origin")).toBeNull();
    const ask = (Origin: string) => ({
      Origin,
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "content-type",
    });
    const preflight = await fetch(url, { method: "OPTIONS", headers: ask(pageOrigin) });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("content-type");
    expect((await fetch(url, { method: "OPTIONS", headers: ask("http://evil.example") })).status).toBe(403);
  });
});
