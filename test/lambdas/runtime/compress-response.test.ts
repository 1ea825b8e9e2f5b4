import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressResponse } from "../../../lambdas/runtime/compress-response.ts";

const text = JSON.stringify(Array.from({ length: 200 }, (_, nth) => ({ nth, word: "नेपाली" })));
const response = { statusCode: 200, headers: { "content-type": "application/json" }, body: text };

test.each(["gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "GZIP"])(
  "compressResponse compresses a body for the Accept-Encoding %s",
  async (acceptEncoding) => {
    const { body = "", ...rest } = await compressResponse(response, acceptEncoding);
    expect(rest).toEqual({
      ...{ statusCode: 200, isBase64Encoded: true },
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    const bytes = Buffer.from(body, "base64");
    expect(gunzipSync(bytes).toString("utf8")).toBe(text);
    expect(bytes.length).toBeLessThan(text.length / 5);
  },
);

test.each(["", "br", "identity", "gzip;q=0", "gzip; q=0.000", "xgzip"])(
  "compressResponse does not change a body for the Accept-Encoding %j",
  async (acceptEncoding) => {
    expect(await compressResponse(response, acceptEncoding)).toBe(response);
  },
);

test("compressResponse does not compress a short body or a response without a body", async () => {
  const short = { ...response, body: JSON.stringify({ word: "नेपाली" }) };
  expect(await compressResponse(short, "gzip")).toBe(short);
  expect(await compressResponse({ statusCode: 204 }, "gzip")).toEqual({ statusCode: 204 });
});
