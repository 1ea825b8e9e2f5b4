import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

const compress = promisify(gzip);

/** In characters. A smaller body usually fits into one network packet without compression. */
const minCompressedLength = 1200;

/** A quality of 0 refuses an encoding: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding */
function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(",").some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(part));
}

/** An HTTP API of API Gateway does not compress responses. */
export async function compressResponse(
  response: APIGatewayProxyStructuredResultV2,
  acceptEncoding: string,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = "", headers } = response;
  if (body.length < minCompressedLength || !acceptsGzip(acceptEncoding)) return response;
  return {
    ...response,
    headers: { ...headers, "content-encoding": "gzip" },
    body: (await compress(body)).toString("base64"),
    isBase64Encoded: true,
  };
}
