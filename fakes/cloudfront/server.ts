import { createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, type RunningServer } from "../foundation/listen.ts";
import { allowOrigin, allowPreflight, type CorsRules } from "../s3/cors.ts";
import { S3Error } from "../s3/s3-error.ts";
import { sendError } from "../s3/send-error.ts";
import { sendObject } from "../s3/send-object.ts";
import type { ObjectReader } from "../s3/server.ts";
import { matchesPattern } from "./policy.ts";
import { EdgeRefusal, refusalDocument } from "./refusal.ts";
import { authorize, parseSignedUrl } from "./signed-url.ts";

export type CloudFrontSettings = {
  port: number;
  s3: { read: ObjectReader };
  bucket: string;
  /** The path pattern of the behaviour without signatures. */
  publicPattern: string;
  /** The trusted key group: RSA public keys as PEM, by key pair id. */
  trustedKeys: Readonly<Record<string, string>>;
  allowedOrigins: readonly string[];
  /**
   * Headers that override the headers of stored objects. On AWS, a response headers policy sets such headers:
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
   */
  customHeaders?: Readonly<Record<string, string>>;
  now?: () => Date;
};

type Distribution = {
  read: (key: string) => ReturnType<ObjectReader>;
  isPublic: (path: string) => boolean;
  trustedKeys: ReadonlyMap<string, KeyObject>;
  cors: CorsRules;
  customHeaders: Readonly<Record<string, string>>;
  now: () => Date;
};

const methods = ["GET", "HEAD", "OPTIONS"];

function keyOf(target: string): string {
  try {
    return decodeURIComponent(target.split("?", 1)[0]?.slice(1) ?? "");
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}

async function handleRequest(
  message: IncomingMessage,
  response: ServerResponse,
  distribution: Distribution,
): Promise<void> {
  const { method = "GET", url: target = "/", headers } = message;
  const isAllowedOrigin = allowOrigin(message, response, distribution.cors);
  if (!methods.includes(method)) {
    const reason =
      "This distribution is not configured to allow the HTTP request method that was used for this request.";
    response.writeHead(403, { "Content-Type": "text/html" }).end(`<html><body>${reason}</body></html>`);
    return;
  }
  if (!distribution.isPublic(target.split("?", 1)[0] ?? "")) {
    const signedUrl = parseSignedUrl(`http://${headers.host}`, target);
    authorize(signedUrl, distribution.trustedKeys, distribution.now());
  }
  if (method === "OPTIONS") {
    if (isAllowedOrigin) allowPreflight(message, response, distribution.cors);
    response.writeHead(200).end();
    return;
  }
  const key = keyOf(target);
  const object = distribution.read(key);
  // Parlance's distribution may list its bucket. Without that permission, S3 would respond with 403:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  if (!object) throw new S3Error("NoSuchKey", "The specified key does not exist.", { Key: key });
  const shown = { ...object, headers: { ...object.headers, ...distribution.customHeaders } };
  await sendObject(response, shown, { method, headers });
}

function refuse(response: ServerResponse, cause: unknown): void {
  const requestId = randomUUID();
  if (!response.headersSent) response.setHeader("X-Amz-Cf-Id", requestId);
  if (cause instanceof EdgeRefusal) {
    response.writeHead(403, { "Content-Type": "text/xml" }).end(refusalDocument(cause));
    return;
  }
  sendError(response, cause, requestId);
}

function parseTrustedKeys(pemById: Readonly<Record<string, string>>): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const [id, pem] of Object.entries(pemById)) {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== "rsa") throw new Error(`The trusted key ${id} is no RSA key`);
    keys.set(id, key);
  }
  return keys;
}

/**
 * The Resource of a policy is compared with a URL that contains the viewer's Host header.
 * @throws PortTakenError, or an Error if a trusted key is not an RSA key
 */
export async function startCloudFront(settings: CloudFrontSettings): Promise<RunningServer> {
  const { port, s3, bucket, publicPattern, trustedKeys, allowedOrigins } = settings;
  const { customHeaders = {}, now = () => new Date() } = settings;
  const distribution: Distribution = {
    read: (key) => s3.read(bucket, key),
    // A path pattern has the same wildcards as a policy's Resource.
    isPublic: (path) => matchesPattern(`/${publicPattern}`, path),
    trustedKeys: parseTrustedKeys(trustedKeys),
    cors: {
      origins: allowedOrigins,
      methods: ["GET", "HEAD"],
      exposedHeaders: ["Accept-Ranges", "Content-Length", "Content-Range", "ETag"],
    },
    customHeaders,
    now,
  };
  return listen((message, response) => {
    response.setHeader("Server", "CloudFront");
    handleRequest(message, response, distribution).catch((error) => refuse(response, error));
  }, port);
}
