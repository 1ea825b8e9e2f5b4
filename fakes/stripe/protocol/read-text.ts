import type { IncomingMessage } from "node:http";
import { StripeFailure } from "../account/failure.ts";

const maxBytes = 1024 * 1024;

/** @throws StripeFailure 413 */
export async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new StripeFailure(413, "invalid_request_error", "The request is too large.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
