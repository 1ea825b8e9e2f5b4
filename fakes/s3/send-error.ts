import type { ServerResponse } from "node:http";
import { errorDocument, S3Error } from "./s3-error.ts";

export function sendError(response: ServerResponse, cause: unknown, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!(cause instanceof S3Error)) console.error("Request", requestId, "failed:", cause);
  const error =
    cause instanceof S3Error
      ? cause
      : new S3Error("InternalError", "We encountered an internal error. Please try again.");
  const size = error.details["ActualObjectSize"];
  if (size !== undefined) response.setHeader("Content-Range", `bytes */${size}`);
  response.writeHead(error.status, { "Content-Type": "application/xml" }).end(errorDocument(error, requestId));
}
