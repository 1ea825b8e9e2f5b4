import { describe, expect, it } from "vitest";
import { canonicalRequest, sign, stringToSign } from "../sigv4.ts";
import { sha256OfNothing } from "./fixture.ts";

// The examples are from "Signature calculations for the authorization header" and "Authenticating requests: using query
// parameters" in the Amazon S3 API Reference.
const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const scope = { date: "20130524", region: "us-east-1", service: "s3" };
const timestamp = "20130524T000000Z";
const host = "examplebucket.s3.amazonaws.com";
const common = { host, "x-amz-content-sha256": sha256OfNothing, "x-amz-date": timestamp };
const uploadHash = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";

type Example = {
  method?: string;
  path: string;
  query?: [string, string][];
  headers: Record<string, string>;
  payloadHash?: string;
  signature: string;
};

const examples: Record<string, Example> = {
  "a download of a range": {
    path: "/test.txt",
    headers: { ...common, range: "bytes=0-9" },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  "an upload": {
    method: "PUT",
    path: "/test%24file.text",
    headers: {
      date: "Fri, 24 May 2013 00:00:00 GMT",
      host,
      "x-amz-content-sha256": uploadHash,
      "x-amz-date": timestamp,
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
    },
    payloadHash: uploadHash,
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  "a request with a parameter that has no value": {
    path: "/",
    query: [["lifecycle", ""]],
    headers: common,
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  "a request for a list of objects": {
    path: "/",
    query: [
      ["prefix", "J"],
      ["max-keys", "2"],
    ],
    headers: common,
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
  "a presigned URL": {
    path: "/test.txt",
    query: [
      ["X-Amz-Algorithm", "AWS4-HMAC-SHA256"],
      ["X-Amz-Credential", "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"],
      ["X-Amz-Date", timestamp],
      ["X-Amz-Expires", "86400"],
      ["X-Amz-SignedHeaders", "host"],
    ],
    headers: { host },
    payloadHash: "UNSIGNED-PAYLOAD",
    signature: "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  },
};

describe("Signature Version 4", () => {
  it.each(Object.entries(examples))("of %s equals the example in AWS's reference", (_, example) => {
    const { method = "GET", path, query = [], headers, payloadHash = sha256OfNothing, signature } = example;
    const canonical = canonicalRequest({ method, path, query, headers: new Map(Object.entries(headers)), payloadHash });
    expect(sign(secretAccessKey, scope, stringToSign(scope, timestamp, canonical))).toBe(signature);
  });
});
