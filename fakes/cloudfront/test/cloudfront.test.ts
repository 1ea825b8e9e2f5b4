import { generateKeyPairSync } from "node:crypto";
import { request } from "node:http";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorIn, pageOrigin } from "../../s3/test/fixture.ts";
import { startCloudFront } from "../server.ts";
import { digits, digitsKey, epoch, foreign, keyPairId, startTestCloudFront, trusted } from "./fixture.ts";

let test: Awaited<ReturnType<typeof startTestCloudFront>>;
beforeAll(async () => {
  test = await startTestCloudFront();
});
afterAll(() => test.close());

const denied = { status: 403, code: "AccessDenied", message: "Access denied" };
const get = (query: string, path = digitsKey) => test.get(path, query);

describe("custom policies", () => {
  it("allow their resource and no other resource", async () => {
    const query = test.customQuery();
    expect(await (await get(query)).text()).toBe(digits);
    expect((await get(query, "books/example/metadata.json")).status).toBe(200);
    expect(await errorIn(await get(query, "drafts/emma-1/chapter-1.mp3"))).toEqual(denied);
    const example = test.customQuery({ resource: `${test.origin}/books/example/*` });
    expect((await get(example, "books/example/metadata.json")).status).toBe(200);
    expect(await errorIn(await get(example))).toEqual(denied);
  });

  it.each([
    ["*", true],
    ["http://*/books/emma-?/chapter-1.mp3", true],
    ["http://*/books/emma-??/chapter-1.mp3", false],
    ["http://*/books/emma-1/chapter-1.mp3*", true],
    ["http://*/books/emma-1/chapter-1.mp", false],
    ["http://*/books/emma-1/chapter-1?mp3", true],
    ["http://*/books/emma-1/chapter-1\\.mp3", false],
    ["http://*/BOOKS/*", false],
    ["https://*", false],
    ["/books/*", false],
    ["(http).*", false],
  ])("with the resource %s allow /books/emma-1/chapter-1.mp3: %s", async (resource, isMatch) => {
    expect((await get(test.customQuery({ resource }))).status).toBe(isMatch ? 200 : 403);
  });

  it("compare their resource with the URL and its query, except the signature's parameters", async () => {
    const exact = test.customQuery({ resource: `${test.origin}/${digitsKey}` });
    expect((await get(exact)).status).toBe(200);
    expect(await errorIn(await get(`${exact}&v=2`))).toEqual(denied);
    const withParameter = test.customQuery({ resource: `${test.origin}/${digitsKey}?v=2` });
    expect((await get(`${withParameter}&v=2`)).status).toBe(200);
    expect((await get(`v=2&${withParameter}`)).status).toBe(200);
  });

  it("do not allow another folder through dots in the path", async () => {
    const query = test.customQuery({ resource: `${test.origin}/books/example/*` });
    const { port } = new URL(test.origin);
    const status = (path: string) =>
      new Promise((resolve) => {
        const headers = { host: `localhost:${port}` };
        request({ host: "127.0.0.1", port, path: `${path}?${query}`, headers }, (response) => {
          resolve(response.resume().statusCode);
        }).end();
      });
    expect(await status("/books/example/metadata.json")).toBe(200);
    expect(await status("/books/example/../emma-1/chapter-1.mp3")).toBe(404);
    expect(await status("/books/example/..%2Femma-1/chapter-1.mp3")).toBe(404);
    expect(await status("/books/example/%2e%2e/emma-1/chapter-1.mp3")).toBe(404);
  });

  it("are valid from their start to their expiry", async () => {
    expect((await get(test.customQuery({ greaterThan: epoch(-60), lessThan: epoch(60) }))).status).toBe(200);
    expect(await errorIn(await get(test.customQuery({ lessThan: epoch(-1) })))).toEqual(denied);
    expect(await errorIn(await get(test.customQuery({ greaterThan: epoch(60) })))).toEqual(denied);
  });

  it("with the condition IpAddress are refused", async () => {
    const condition = { IpAddress: { "AWS:SourceIp": "0.0.0.0/0" } };
    const response = await get(test.customQuery({ condition }));
    expect(await errorIn(response)).toEqual({ status: 403, code: "MalformedPolicy", message: "Malformed Policy" });
  });
});

describe("signatures", () => {
  const changed = (query: string, name: string, change: (value: string) => string) => {
    const parameters = new URLSearchParams(query);
    parameters.set(name, change(parameters.get(name) ?? ""));
    return parameters.toString();
  };
  const reencoded = (policy: string, change: (text: string) => string) => {
    const text = Buffer.from(
      policy.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"),
      "base64",
    ).toString();
    const encoded = Buffer.from(change(text)).toString("base64");
    return encoded.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
  };

  it("are refused if one of their characters is altered", async () => {
    const query = test.customQuery();
    const { length } = new URLSearchParams(query).get("Signature") ?? "";
    for (const place of [0, Math.floor(length / 2), length - 5]) {
      const flip = (value: string) =>
        `${value.slice(0, place)}${value[place] === "A" ? "B" : "A"}${value.slice(place + 1)}`;
      expect(await errorIn(await get(changed(query, "Signature", flip)))).toEqual(denied);
    }
  });

  it("are refused after a change of the policy", async () => {
    const expired = test.customQuery({ lessThan: epoch(-60) });
    const longer = (text: string) => text.replace(/\d{10}/, String(epoch(60)));
    expect(await errorIn(await get(changed(expired, "Policy", (policy) => reencoded(policy, longer))))).toEqual(denied);
    const other = test.customQuery({ resource: `${test.origin}/drafts/*` });
    const wider = (text: string) => text.replace("/drafts/*", "/*");
    expect(await errorIn(await get(changed(other, "Policy", (policy) => reencoded(policy, wider))))).toEqual(denied);
    const spaced = (text: string) => text.replace(":", ": ");
    const valid = test.customQuery();
    expect(await errorIn(await get(changed(valid, "Policy", (policy) => reencoded(policy, spaced))))).toEqual(denied);
    expect((await get(changed(valid, "Policy", (policy) => reencoded(policy, (text) => text)))).status).toBe(200);
  });

  it("are refused if the key is untrusted or the key id is unknown", async () => {
    const { privateKey } = foreign;
    expect(await errorIn(await get(test.customQuery({ privateKey })))).toEqual(denied);
    const unknown = { status: 403, code: "InvalidKey", message: "Unknown Key" };
    expect(await errorIn(await get(test.customQuery({ privateKey, keyPairId: "KFOREIGN" })))).toEqual(unknown);
    expect(await errorIn(await get(test.customQuery({ keyPairId: "constructor" })))).toEqual(unknown);
  });

  it("are refused if one of their query parameters is missing", async () => {
    const missing = "Missing Key-Pair-Id query parameter or cookie value";
    for (const query of ["", "Key-Pair-Id=", "Policy=e30_&Signature=AAAA"]) {
      expect(await errorIn(await get(query))).toEqual({ status: 403, code: "MissingKey", message: missing });
    }
    for (const name of ["Policy", "Signature"]) {
      const parameters = new URLSearchParams(test.customQuery());
      parameters.delete(name);
      expect(await errorIn(await get(parameters.toString()))).toEqual(denied);
    }
  });

  it("are refused as malformed if the signature or the policy is unreadable", async () => {
    const query = test.customQuery();
    const signature = await get(changed(query, "Signature", () => "*/*"));
    expect(await errorIn(signature)).toMatchObject({ status: 403, code: "MalformedSignature" });
    const malformed = { status: 403, code: "MalformedPolicy", message: "Malformed Policy" };
    expect(await errorIn(await get(changed(query, "Policy", () => "{}")))).toEqual(malformed);
    expect(await errorIn(await get(changed(query, "Policy", () => "bm90IEpTT04_")))).toEqual(malformed);
  });
});

it("the local CloudFront refuses canned policies", async () => {
  const [url, privateKey] = [`${test.origin}/${digitsKey}`, trusted.privateKey];
  const signed = getSignedUrl({
    url,
    dateLessThan: new Date(Date.now() + 3_600_000).toISOString(),
    privateKey,
    keyPairId,
  });
  expect(await errorIn(await fetch(signed))).toEqual(denied);
});

describe("the public folder", () => {
  const status = (path: string) =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(test.origin);
      request({ hostname, port, path }, (response) => resolve(response.resume().statusCode)).end();
    });

  it("is readable without a signature", async () => {
    const response = await fetch(`${test.origin}/public/catalogue.json`, { headers: { Origin: pageOrigin } });
    expect(await response.text()).toBe("{}");
    expect(response.headers.get("access-control-allow-origin")).toBe(pageOrigin);
    expect((await fetch(`${test.origin}/public/missing.json`)).status).toBe(404);
  });

  it.each([`//public/${digitsKey}`, "/public", "/books/public/x"])("does not include %s", async (path) => {
    expect(await status(path)).toBe(403);
  });

  it.each([`/public/../${digitsKey}`, `/public/..%2F${digitsKey}`, `/public/%2e%2e/${digitsKey}`])(
    "has no file with the path %s",
    async (path) => {
      expect(await status(path)).toBe(404);
    },
  );
});

it("startCloudFront refuses trusted keys that are not RSA public keys", async () => {
  const settings = { port: 0, s3: { read: () => null }, bucket: "none", publicPattern: "public/*", allowedOrigins: [] };
  const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
  for (const pem of ["no key", String(elliptic)]) {
    await expect(startCloudFront({ ...settings, trustedKeys: { KEY: pem } })).rejects.toThrow();
  }
});
