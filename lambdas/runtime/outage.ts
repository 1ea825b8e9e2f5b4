import { Refusal } from "../../domain/http/refusal.ts";
import { OutOfTimeError } from "./time-limits.ts";

/**
 * Names of errors with which AWS services report overload. Cognito's `LimitExceededException` is left out, because it
 * may concern a single user:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html,
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const throttlingErrorNames: readonly string[] = [
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "SlowDown",
  "ThrottlingException",
  "TooManyRequestsException",
];

const connectionErrorNames: readonly string[] = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "TimeoutError",
];

function httpStatusOf(error: Error): number | undefined {
  if (!("$metadata" in error) || typeof error.$metadata !== "object" || error.$metadata === null) return undefined;
  const { $metadata } = error;
  return "httpStatusCode" in $metadata ? Number($metadata.httpStatusCode) : undefined;
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    error instanceof OutOfTimeError ||
    throttlingErrorNames.includes(error.name) ||
    connectionErrorNames.includes(error.name) ||
    connectionErrorNames.includes(code) ||
    (httpStatusOf(error) ?? 0) >= 500
  );
}

export function toOutageRefusal(error: unknown): Refusal | null {
  return isOutage(error) ? new Refusal("service_unavailable", "Parlance is busy. Please try again in a moment.") : null;
}
