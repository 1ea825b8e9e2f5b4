import { Refusal } from "../../domain/http/refusal.ts";
import { OutOfTimeError } from "./time-limits.ts";

/**
 * Names by which AWS services refuse for their load, not for the call. Cognito's `LimitExceededException` is none: it is
 * about one user. https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html,
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const throttlingErrorNames: readonly string[] = [
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "SlowDown",
  "ThrottlingException",
  "TooManyRequestsException",
];

/** Codes and names with which Node and the SDK report a service that does not answer. */
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

/** Whether a service of AWS throttled a call, failed or did not answer in time. */
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

/** The refusal for a service that is out of order for the moment; null for any other error. */
export function toOutageRefusal(error: unknown): Refusal | null {
  return isOutage(error) ? new Refusal("service_unavailable", "Parlance is busy. Please try again in a moment.") : null;
}
