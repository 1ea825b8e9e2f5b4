import { S3Error } from "./s3-error.ts";
import type { UploadForm } from "./upload-form.ts";

/** `least` and `most` are in bytes. */
type Condition =
  | { match: "eq" | "starts-with"; field: string; value: string }
  | { match: "content-length-range"; least: number; most: number };

export type PostPolicy = { expiresAt: Date; conditions: readonly Condition[] };

const invalid = (why: string) => new S3Error("InvalidPolicyDocument", `Invalid Policy: ${why}`);

function parseDocument(encoded: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
    if (typeof document === "object" && document !== null) return { ...document };
  } catch {
    // The error below covers text that is not JSON.
  }
  throw invalid("Invalid JSON.");
}

const isBytes = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function parseList([match, first, second, ...rest]: readonly unknown[]): Condition {
  if (rest.length === 0 && match === "content-length-range" && isBytes(first) && isBytes(second)) {
    return { match, least: first, most: second };
  }
  const isMatch = match === "eq" || match === "starts-with";
  if (
    rest.length > 0 ||
    !isMatch ||
    typeof first !== "string" ||
    !first.startsWith("$") ||
    typeof second !== "string"
  ) {
    throw invalid("Invalid Condition.");
  }
  return { match, field: first.slice(1), value: second };
}

function parseConditions(stated: unknown): Condition[] {
  if (Array.isArray(stated)) return [parseList(stated)];
  if (typeof stated !== "object" || stated === null) throw invalid("Invalid Condition.");
  return Object.entries(stated).map(([field, value]) => {
    if (typeof value !== "string") throw invalid("Invalid Simple-Condition: value must be a string.");
    return { match: "eq", field, value };
  });
}

/**
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html (read on 2026-11-26)
 * @throws S3Error InvalidPolicyDocument
 */
export function parsePostPolicy(encoded: string): PostPolicy {
  const { expiration, conditions } = parseDocument(encoded);
  const expiresAt = new Date(typeof expiration === "string" ? expiration : Number.NaN);
  const isDate = typeof expiration === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(expiration);
  if (!isDate || Number.isNaN(expiresAt.getTime())) throw invalid("Invalid 'expiration' value.");
  if (!Array.isArray(conditions)) throw invalid("Policy missing conditions.");
  return { expiresAt, conditions: conditions.flatMap(parseConditions) };
}

const refused = (why: string) => new S3Error("AccessDenied", `Invalid according to Policy: ${why}`);

/** A free field needs no condition. */
const isFreeField = (name: string) => name === "policy" || name === "x-amz-signature" || name.startsWith("x-ignore-");

/** For "starts-with", S3 checks each content type of a comma-separated list. */
function isMet({ match, field, value }: Extract<Condition, { field: string }>, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (match === "eq") return given === value;
  const values = field.toLowerCase() === "content-type" ? given.split(",").map((each) => each.trim()) : [given];
  return values.every((each) => each.startsWith(value));
}

function checkSize({ least, most }: Extract<Condition, { least: number }>, bytes: number): void {
  const ProposedSize = String(bytes);
  if (bytes > most) {
    const details = { ProposedSize, MaxSizeAllowed: String(most) };
    throw new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", details);
  }
  if (bytes < least) {
    const details = { ProposedSize, MinSizeAllowed: String(least) };
    throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size", details);
  }
}

/**
 * The bucket needs a condition, although the URL names the bucket.
 * @throws S3Error AccessDenied, EntityTooLarge, EntityTooSmall
 */
export function checkPostPolicy(policy: PostPolicy, { fields, file }: UploadForm, bucket: string, now: Date): void {
  if (policy.expiresAt.getTime() <= now.getTime()) throw refused("Policy expired.");
  const values = new Map([...fields, ["bucket", bucket]]);
  for (const condition of policy.conditions) {
    if (condition.match === "content-length-range" || isMet(condition, values.get(condition.field.toLowerCase())))
      continue;
    const { match, field, value } = condition;
    const parts = [match, `$${field}`, value].map((part) => JSON.stringify(part));
    throw refused(`Policy Condition failed: [${parts.join(", ")}]`);
  }
  const covered = new Set(
    policy.conditions.flatMap((condition) => ("field" in condition ? [condition.field.toLowerCase()] : [])),
  );
  const extra = [...values.keys()].filter((name) => !covered.has(name) && !isFreeField(name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(", ")}`);
  for (const condition of policy.conditions) if ("least" in condition) checkSize(condition, file.length);
}
