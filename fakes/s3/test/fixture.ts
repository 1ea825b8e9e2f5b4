import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, PutObjectCommand, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { SignatureV4 } from "@smithy/signature-v4";
import { type S3Settings, startS3 } from "../server.ts";

export const credentials = { accessKeyId: "LOCALACCESSKEY", secretAccessKey: "local-secret-access-key" };
export const region = "ap-southeast-2";
export const bucket = "test-content";
export const pageOrigin = "http://localhost:5173";

export const sha256OfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export type PresignOptions = {
  method?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  expiresIn?: number;
  signingDate?: Date;
  secretAccessKey?: string;
};

export async function startTestS3(overrides: Partial<S3Settings> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "fake-s3-"));
  const settings = { port: 0, directory, credentials, region, allowedOrigins: [pageOrigin], ...overrides };
  const s3 = await startS3(settings);
  const client = (config: S3ClientConfig = {}) =>
    new S3Client({ endpoint: s3.url, region, credentials, maxAttempts: 1, ...config });
  const sdk = client();
  await sdk.send(new CreateBucketCommand({ Bucket: bucket }));
  const endpoint = new URL(s3.url);
  const address = { protocol: endpoint.protocol, hostname: endpoint.hostname, port: Number(endpoint.port) };
  const pathOf = (key: string) => `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const signer = (secretAccessKey = credentials.secretAccessKey) =>
    new SignatureV4({
      service: "s3",
      region,
      credentials: { ...credentials, secretAccessKey },
      sha256: sdk.config.sha256,
      uriEscapePath: false,
      applyChecksum: false,
    });
  const presign = async (key: string, options: PresignOptions = {}) => {
    const { method = "GET", query = {}, headers = {}, expiresIn = 60, signingDate = new Date() } = options;
    const unsignedPayload = { "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD", host: endpoint.host };
    const request = { ...address, method, path: pathOf(key), query, headers: { ...headers, ...unsignedPayload } };
    const signed = await signer(options.secretAccessKey).presign(request, { expiresIn, signingDate });
    const pairs = Object.entries(signed.query ?? {}).map(([name, value]) => [name, String(value)]);
    return `${s3.url}${signed.path}?${new URLSearchParams(pairs)}`;
  };
  /** The signature covers `headers`, even if `body` does not match them. */
  const sendSigned = async (method: string, key: string, headers: Record<string, string>, body?: Uint8Array) => {
    const request = { ...address, method, path: pathOf(key), query: {}, headers: { ...headers, host: endpoint.host } };
    const signed = await signer().sign(request);
    return fetch(`${s3.url}${signed.path}`, { method, headers: signed.headers, body: body ? Buffer.from(body) : null });
  };
  return {
    s3,
    sdk,
    client,
    presign,
    sendSigned,
    settings,
    put: (Key: string, Body: Uint8Array | string, more = {}) =>
      sdk.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...more })),
    close: async () => {
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function errorIn(response: Response): Promise<{ status: number; code: string; message: string }> {
  const document = await response.text();
  const field = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(document)?.[1] ?? "";
  return { status: response.status, code: field("Code"), message: field("Message") };
}
