import { headerValue, type S3Request } from "./request.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

/**
 * Runs immediately before a key is written or removed.
 * @throws S3Error if the condition is false
 */
export type Condition = (stored: { etag: string } | null) => void;

const preconditionFailed = (condition: string) =>
  new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold", {
    Condition: condition,
  });

const matchesEtag = (given: string, { etag }: { etag: string }) =>
  given === "*" || given === etag || `"${given}"` === etag;

/**
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 * @throws S3Error NotImplemented
 */
export function writeCondition({ headers, key }: S3Request): Condition {
  const ifNoneMatch = headerValue(headers, "if-none-match");
  const ifMatch = headerValue(headers, "if-match");
  if (ifNoneMatch !== undefined && (ifNoneMatch !== "*" || ifMatch !== undefined)) {
    throw notImplemented("an upload with both conditions, or with If-None-Match other than *");
  }
  if (ifMatch === "*") throw notImplemented("an upload with If-Match and no ETag");
  return (stored) => {
    if (ifNoneMatch !== undefined && stored) throw preconditionFailed("If-None-Match");
    if (ifMatch === undefined) return;
    if (!stored) throw new S3Error("NoSuchKey", "The specified key does not exist.", { Key: key });
    if (!matchesEtag(ifMatch, stored)) throw preconditionFailed("If-Match");
  };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html */
export function deleteCondition({ headers }: S3Request): Condition {
  const ifMatch = headerValue(headers, "if-match");
  return (stored) => {
    if (ifMatch === undefined) return;
    const isMet = stored ? matchesEtag(ifMatch, stored) : ifMatch !== "*";
    if (!isMet) throw preconditionFailed("If-Match");
  };
}
