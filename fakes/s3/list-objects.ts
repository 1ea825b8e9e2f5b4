import { type Operation, requireBucket, sendXml } from "./operation.ts";
import { queryValue, type S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import { elements, s3Namespace, text, xmlDocument } from "./xml.ts";

/** Source: ListObjectsV2 in the Amazon S3 API Reference. */
const maxPageKeys = 1000;

function pageSize(request: S3Request): number {
  const asked = queryValue(request, "max-keys");
  if (asked === undefined) return maxPageKeys;
  if (/^\d{1,9}$/.test(asked)) return Math.min(Number(asked), maxPageKeys);
  throw new S3Error("InvalidArgument", "Argument max-keys must be an integer between 0 and 2147483647", {
    ArgumentName: "max-keys",
    ArgumentValue: asked,
  });
}

function keyBefore(request: S3Request): string {
  const token = queryValue(request, "continuation-token");
  if (token === undefined) return queryValue(request, "start-after") ?? "";
  const key = Buffer.from(token, "base64url").toString();
  if (key !== "" && Buffer.from(key).toString("base64url") === token) return key;
  throw new S3Error("InvalidArgument", "The continuation token provided is incorrect", {
    ArgumentName: "continuation-token",
  });
}

/** Delimiters are not supported. */
export const listObjects: Operation = {
  methods: ["GET"],
  target: "bucket",
  marker: "list-type",
  parameters: ["prefix", "max-keys", "continuation-token", "start-after", "encoding-type"],
  run: (call) => {
    requireBucket(call);
    const { request, response, store } = call;
    if (queryValue(request, "list-type") !== "2") throw notImplemented("the first version of ListObjects");
    const limit = pageSize(request);
    const prefix = queryValue(request, "prefix") ?? "";
    const found = store.list(request.bucket, { prefix, after: keyBefore(request), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1)?.key;
    const isTruncated = found.length > limit && last !== undefined;
    const encoded = queryValue(request, "encoding-type") === "url" ? encodeURIComponent : (key: string) => key;
    const contents = page.map(({ key, lastModified, etag, sizeBytes }) =>
      elements("Contents", [
        text("Key", encoded(key)),
        text("LastModified", lastModified.toISOString()),
        text("ETag", etag),
        text("Size", sizeBytes),
        text("StorageClass", "STANDARD"),
      ]),
    );
    const result = [
      text("Name", request.bucket),
      text("Prefix", encoded(prefix)),
      text("MaxKeys", limit),
      text("KeyCount", page.length),
      text("IsTruncated", isTruncated),
      ...(isTruncated ? [text("NextContinuationToken", Buffer.from(last).toString("base64url"))] : []),
      ...contents,
    ];
    sendXml(response, xmlDocument(elements("ListBucketResult", result, s3Namespace)));
  },
};
