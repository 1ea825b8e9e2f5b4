import type { IncomingMessage, ServerResponse } from "node:http";
import type { ObjectCreated, StoredFacts } from "./object-created.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";

export type Call = {
  message: IncomingMessage;
  response: ServerResponse;
  request: S3Request;
  /** @throws S3Error */
  body: () => Promise<Buffer>;
  store: ObjectStore;
  onStored: (stored: StoredFacts, reason: ObjectCreated["detail"]["reason"]) => void;
};

export type Operation = {
  methods: readonly string[];
  target: "bucket" | "object";
  /** The query parameter that selects the operation. */
  marker?: string;
  parameters: readonly string[];
  run: (call: Call) => void | Promise<void>;
};

/** @throws S3Error NoSuchBucket */
export function requireBucket({ store, request }: Pick<Call, "store" | "request">): void {
  if (store.hasBucket(request.bucket)) return;
  throw new S3Error("NoSuchBucket", "The specified bucket does not exist", { BucketName: request.bucket });
}

export function sendXml(response: ServerResponse, document: string): void {
  response.writeHead(200, { "Content-Type": "application/xml" }).end(document);
}
