import { generateKeyPairSync } from "node:crypto";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import { bucket, pageOrigin, startTestS3 } from "../../s3/test/fixture.ts";
import { startCloudFront } from "../server.ts";

export const keyPairId = "KLOCALTRUSTED";
export const digits = "0123456789";
export const digitsKey = "books/emma-1/chapter-1.mp3";

const makeKeys = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

export const trusted = makeKeys();
export const foreign = makeKeys();

const hour = 3600;
export const epoch = (offset: number) => Math.floor(Date.now() / 1000) + offset;

export type PolicyOptions = {
  resource?: string;
  lessThan?: number;
  greaterThan?: number;
  condition?: object;
  privateKey?: string;
  keyPairId?: string;
};

export async function startTestCloudFront(customHeaders: Record<string, string> = {}) {
  const test = await startTestS3();
  const { s3 } = test;
  const settings = {
    port: 0,
    s3,
    bucket,
    publicPattern: "public/*",
    trustedKeys: { [keyPairId]: trusted.publicKey },
    allowedOrigins: [pageOrigin],
    customHeaders,
  };
  const { url: origin, close } = await startCloudFront(settings);
  await test.put(digitsKey, digits, { ContentType: "audio/mpeg", CacheControl: "private, max-age=3600" });
  await test.put("books/example/metadata.json", "[]", { ContentType: "application/json" });
  await test.put("public/catalogue.json", "{}", { ContentType: "application/json" });
  await test.put("drafts/emma-1/chapter-1.mp3", "foreign");
  await test.put("books/empty.mp3", new Uint8Array());
  const customQuery = (options: PolicyOptions = {}) => {
    const { resource = `${origin}/books/*`, lessThan = epoch(hour), greaterThan, condition = {} } = options;
    const after = greaterThan === undefined ? {} : { DateGreaterThan: { "AWS:EpochTime": greaterThan } };
    const Condition = { DateLessThan: { "AWS:EpochTime": lessThan }, ...after, ...condition };
    const policy = JSON.stringify({ Statement: [{ Resource: resource, Condition }] });
    const privateKey = options.privateKey ?? trusted.privateKey;
    const signed = getSignedUrl({ url: origin, policy, privateKey, keyPairId: options.keyPairId ?? keyPairId });
    return new URL(signed).search.slice(1);
  };
  return {
    origin,
    customQuery,
    get: (path: string, query: string, init: RequestInit = {}) => fetch(`${origin}/${path}?${query}`, init),
    close: async () => {
      await close();
      await test.close();
    },
  };
}
