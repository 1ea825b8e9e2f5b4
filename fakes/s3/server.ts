import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, type RunningServer } from "../foundation/listen.ts";
import { type AuthenticationSettings, authenticate, type Credentials } from "./authenticate.ts";
import { readBody } from "./body.ts";
import { allowOrigin, allowPreflight, type CorsRules } from "./cors.ts";
import { createBucket } from "./create-bucket.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { getObject } from "./get-object.ts";
import { listObjects } from "./list-objects.ts";
import { type Notifications, objectCreated, type StoredFacts, type Upload } from "./object-created.ts";
import { type ObjectStore, openObjectStore, type StoredObject } from "./object-store.ts";
import type { Call, Operation } from "./operation.ts";
import { isFormUpload, postObject } from "./post-object.ts";
import { putObject } from "./put-object.ts";
import { parseRequest, type S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import { sendError } from "./send-error.ts";

/** Reads without a signature, in place of CloudFront's origin access control. */
export type ObjectReader = (bucket: string, key: string) => StoredObject | null;

export type S3Settings = {
  port: number;
  directory: string;
  credentials: Credentials;
  region: string;
  allowedOrigins: readonly string[];
  now?: () => Date;
  maxObjectBytes?: number;
  notifications?: Notifications;
};

export type RunningS3 = Pick<RunningServer, "url" | "close"> & { read: ObjectReader };

type Service = {
  store: ObjectStore;
  gate: AuthenticationSettings;
  cors: CorsRules;
  maxObjectBytes: number;
  notify: (stored: StoredFacts, upload: Upload) => void;
};

const operations: readonly Operation[] = [listObjects, deleteObjects, createBucket, getObject, putObject, deleteObject];

/** Any request may have the parameters of a signature, and parameters that the SDK adds. */
const isCommonParameter = (name: string) => /^x-amz-|^x-id$/i.test(name);

function selectOperation({ method, bucket, key, query }: S3Request): Operation {
  const target = key === "" ? "bucket" : "object";
  const names = query.map(([name]) => name).filter((name) => !isCommonParameter(name));
  const operation = operations.find(
    ({ methods, target: wanted, marker }) =>
      bucket !== "" && wanted === target && methods.includes(method) && (!marker || names.includes(marker)),
  );
  if (!operation) throw notImplemented(`${method} of a ${target} with the parameters [${names}]`);
  const unknown = names.find((name) => name !== operation.marker && !operation.parameters.includes(name));
  if (unknown !== undefined) throw notImplemented(`${method} of a ${target} with the parameter ${unknown}`);
  return operation;
}

async function handleRequest(
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  service: Service,
): Promise<void> {
  const { store, gate, cors, maxObjectBytes, notify } = service;
  const isAllowedOrigin = allowOrigin(message, response, cors);
  if (message.method === "OPTIONS") {
    if (!isAllowedOrigin) throw new S3Error("AccessForbidden", "CORSResponse: This CORS request is not allowed.");
    allowPreflight(message, response, cors);
    response.writeHead(200).end();
    return;
  }
  const request = parseRequest(message);
  const address = message.socket.remoteAddress ?? "";
  const onStored: Call["onStored"] = (stored, reason) =>
    notify(stored, { bucket: request.bucket, requestId, address, reason });
  const call = { message, response, request, store, onStored };
  if (isFormUpload(request)) return postObject(call, gate, maxObjectBytes);
  const payloadHash = authenticate(request, gate);
  const body = () => readBody(message, request, payloadHash, maxObjectBytes);
  await selectOperation(request).run({ ...call, body });
}

function createNotifier({ buckets, send }: Notifications): Service["notify"] {
  let sequence = 0;
  return (stored, upload) => {
    if (!buckets.includes(upload.bucket)) return;
    sequence += 1;
    send(objectCreated(stored, upload, sequence));
  };
}

/**
 * The URL has an IP address as host, so that the SDK uses path-style URLs without a setting.
 * @throws PortTakenError
 */
export async function startS3(settings: S3Settings): Promise<RunningS3> {
  const { port, directory, credentials, region, allowedOrigins, maxObjectBytes = 100 * 1024 * 1024 } = settings;
  const now = settings.now ?? (() => new Date());
  const store = openObjectStore(directory, now);
  const cors = {
    origins: allowedOrigins,
    methods: ["GET", "HEAD", "PUT", "POST"],
    exposedHeaders: ["ETag", "Content-Range"],
  };
  const { notifications = { buckets: [], send: () => undefined } } = settings;
  const notify = createNotifier(notifications);
  const service = { store, gate: { credentials, region, now }, cors, maxObjectBytes, notify };
  const { url, close } = await listen((message, response) => {
    const requestId = randomUUID();
    response.setHeader("Server", "AmazonS3");
    response.setHeader("Date", now().toUTCString());
    response.setHeader("x-amz-request-id", requestId);
    handleRequest(message, response, requestId, service).catch((error) => sendError(response, error, requestId));
  }, port).catch((error: unknown) => {
    store.close();
    throw error;
  });
  return {
    url: url.replace("localhost", "127.0.0.1"),
    read: store.find,
    close: async () => {
      await close();
      store.close();
    },
  };
}
