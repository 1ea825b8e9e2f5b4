import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorIn, pageOrigin } from "../../s3/test/fixture.ts";
import { digits, digitsKey, startTestCloudFront } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestCloudFront>>;
let query: string;
beforeAll(async () => {
  test = await startTestCloudFront();
  query = test.customQuery();
});
afterAll(() => test.close());

const get = (headers: Record<string, string> = {}, path = digitsKey, method = "GET") =>
  test.get(path, query, { headers, method });

describe("objects of the local CloudFront", () => {
  it("are returned with their type, cache control, length and validators", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "cache-control": "private, max-age=3600",
      "content-length": "10",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "last-modified": expect.stringMatching(/ GMT$/),
    });
    expect(await response.text()).toBe(digits);
  });

  it("are returned with a header of the response policy in place of their own", async () => {
    const other = await startTestCloudFront({ "cache-control": "no-cache" });
    const response = await other.get(digitsKey, other.customQuery());
    expect([response.headers.get("cache-control"), response.headers.get("content-type")]).toEqual([
      "no-cache",
      "audio/mpeg",
    ]);
    const known = await other.get(digitsKey, other.customQuery(), {
      headers: { "If-None-Match": response.headers.get("etag") ?? "" },
    });
    expect([known.status, known.headers.get("cache-control")]).toEqual([304, "no-cache"]);
    await other.close();
  });

  it("are returned without a body in response to HEAD", async () => {
    const response = await get({}, digitsKey, "HEAD");
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "10", ""]);
  });

  it("are reported with 404 if they are missing", async () => {
    const missing = { status: 404, code: "NoSuchKey", message: "The specified key does not exist." };
    expect(await errorIn(await get({}, "books/missing.mp3"))).toEqual(missing);
    expect(await errorIn(await get({}, "books/"))).toEqual(missing);
  });

  it("refuse PUT, POST and DELETE", async () => {
    for (const method of ["PUT", "POST", "DELETE"]) expect((await get({}, digitsKey, method)).status).toBe(403);
    expect(await (await get()).text()).toBe(digits);
  });

  it("return 304 to a client whose ETag matches", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    const known = await get({ "If-None-Match": etag });
    expect([known.status, known.headers.get("etag"), await known.text()]).toEqual([304, etag, ""]);
    expect((await get({ "If-None-Match": `"other", W/${etag}` })).status).toBe(304);
    expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
  });
});

describe("a range request", () => {
  it.each([
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=0-", digits, "bytes 0-9/10"],
    ["bytes=4-6", "456", "bytes 4-6/10"],
    ["bytes=9-", "9", "bytes 9-9/10"],
    ["bytes=-1", "9", "bytes 9-9/10"],
    ["bytes=-100", digits, "bytes 0-9/10"],
    ["bytes=5-100", "56789", "bytes 5-9/10"],
  ])("for %s returns 206 and the bytes %j", async (Range, text, contentRange) => {
    const response = await get({ Range });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, contentRange]);
    expect(response.headers.get("content-length")).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it.each([
    ["bytes=10-", digitsKey, 10],
    ["bytes=-0", digitsKey, 10],
    ["bytes=99999999999999999999-", digitsKey, 10],
    ["bytes=0-", "books/empty.mp3", 0],
  ])("for %s of %s with %i bytes returns 416", async (Range, path, size) => {
    const response = await get({ Range }, path);
    expect(response.headers.get("content-range")).toBe(`bytes */${size}`);
    expect(await errorIn(response)).toMatchObject({ status: 416, code: "InvalidRange" });
  });

  it("with If-Range returns the range if the validator matches, or else the whole object", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    const lastModified = (await get()).headers.get("last-modified") ?? "";
    for (const validator of [etag, lastModified]) {
      const part = await get({ Range: "bytes=5-", "If-Range": validator });
      expect([part.status, await part.text()]).toEqual([206, "56789"]);
    }
    expect(await (await get({ Range: "bytes=5-", "If-Range": '"other"' })).text()).toBe(digits);
  });

  it("with the method HEAD returns the length and no body", async () => {
    const response = await get({ Range: "bytes=4-6" }, digitsKey, "HEAD");
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([206, "3", ""]);
  });
});

describe("a page", () => {
  it("can read responses and refusals if its origin is allowed", async () => {
    const page = { Origin: pageOrigin };
    const responses = [
      await get(page),
      await get({ ...page, Range: "bytes=1-2" }),
      await get({ ...page, Range: "bytes=10-" }),
      await get(page, "books/missing.mp3"),
      await get(page, "drafts/emma-1/chapter-1.mp3"),
      await test.get(digitsKey, "", { headers: page }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 206, 416, 404, 403, 403]);
    for (const { headers } of responses) {
      expect(headers.get("access-control-allow-origin")).toBe(pageOrigin);
      expect(headers.get("access-control-expose-headers")).toContain("Content-Range");
      expect(headers.get("vary")).toBe("Origin");
    }
    const foreign = await get({ Origin: "http://localhost:5174" });
    expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });

  it("may send the headers If-None-Match and Range if its origin is allowed", async () => {
    const headers = {
      Origin: pageOrigin,
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "if-none-match,range",
    };
    const preflight = await get(headers, digitsKey, "OPTIONS");
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(pageOrigin);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("if-none-match,range");
    const foreign = await get({ ...headers, Origin: "http://evil.example" }, digitsKey, "OPTIONS");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect((await test.get(digitsKey, "", { method: "OPTIONS", headers })).status).toBe(403);
  });
});
