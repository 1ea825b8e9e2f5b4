import type { IncomingMessage, ServerResponse } from "node:http";
import type { ObjectStore } from "./object-store.ts";
import type { S3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";

/** What an operation works on, once the request is known to be signed. */
export type Call = {
  message: IncomingMessage;
  response: ServerResponse;
  request: S3Request;
  /** Reads and checks the request's body. @throws S3Error */
  body: () => Promise<Buffer>;
  store: ObjectStore;
};

/** One operation of S3, and the requests that mean it. */
export type Operation = {
  methods: readonly string[];
  target: "bucket" | "object";
  /** The query parameter by which S3 tells the operation from others of the same method. */
  marker?: string;
  /** The other query parameters that are understood. */
  parameters: readonly string[];
  run: (call: Call) => void | Promise<void>;
};

/** @throws S3Error NoSuchBucket */
export function requireBucket({ store, request }: Call): void {
  if (store.hasBucket(request.bucket)) return;
  throw new S3Error("NoSuchBucket", "The specified bucket does not exist", { BucketName: request.bucket });
}

/** Answers with a document. */
export function sendXml(response: ServerResponse, document: string): void {
  response.writeHead(200, { "Content-Type": "application/xml" }).end(document);
}
