import { OutOfTimeError } from "../runtime/time-limits.ts";

/** An `unknown` failure is probably a mistake in the canary. */
export type CanaryFailureCode = "timeout" | "unreachable" | "refused" | "bad_response" | "unknown";

export class CanaryError extends Error {
  readonly code: CanaryFailureCode;

  constructor(code: CanaryFailureCode, message: string) {
    super(message);
    this.name = "CanaryError";
    this.code = code;
  }
}

const isConnectionError = (error: Error) =>
  // `fetch` reports a failed connection with this message. The SDK throws an error with a code of Node.
  (error instanceof TypeError && error.message === "fetch failed") ||
  ("code" in error && /^E[A-Z_]+$/.test(`${error.code}`));

export function failureCodeOf(error: unknown): CanaryFailureCode {
  if (error instanceof CanaryError) return error.code;
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError" || error instanceof OutOfTimeError) return "timeout";
  if (error instanceof SyntaxError) return "bad_response";
  // The SDK adds this field to errors that an AWS service returned.
  if ("$fault" in error) return "refused";
  return isConnectionError(error) ? "unreachable" : "unknown";
}
