import { findMicrophoneFailure, type MicrophoneFailure, nameOfError } from "../../../audio/microphone-failure.ts";

/**
 * "denied": the learner or a policy denied the microphone. "busy": the microphone did not start, for example because
 * another program uses it, or no sound arrived in time. "lost": the microphone disappeared or was closed, or nothing
 * was recorded.
 */
export type RecorderErrorCode = MicrophoneFailure | "unsupported" | "lost";

/** The only error with which a recorder rejects. `cause` is the browser's error, if there is one. */
export class RecorderError extends Error {
  readonly code: RecorderErrorCode;

  constructor(code: RecorderErrorCode, options?: ErrorOptions) {
    super(`Recording failed: ${code}`, options);
    this.name = "RecorderError";
    this.code = code;
  }
}

/**
 * Converts an error of the browser. An unknown name becomes "unsupported": the browser lacks a feature that recording
 * needs.
 */
export function toRecorderError(reason: unknown): RecorderError {
  if (reason instanceof RecorderError) return reason;
  const otherwise = nameOfError(reason) === "InvalidStateError" ? "lost" : "unsupported";
  return new RecorderError(findMicrophoneFailure(reason) ?? otherwise, { cause: reason });
}
