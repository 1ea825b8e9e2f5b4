import { findMicrophoneFailure, type MicrophoneFailure, nameOfError } from "../../../audio/microphone-failure.ts";

export type RecorderErrorCode = MicrophoneFailure | "unsupported" | "lost";

export class RecorderError extends Error {
  readonly code: RecorderErrorCode;

  constructor(code: RecorderErrorCode, options?: ErrorOptions) {
    super(`Recording failed: ${code}`, options);
    this.name = "RecorderError";
    this.code = code;
  }
}

export function toRecorderError(reason: unknown): RecorderError {
  if (reason instanceof RecorderError) return reason;
  const otherwise = nameOfError(reason) === "InvalidStateError" ? "lost" : "unsupported";
  return new RecorderError(findMicrophoneFailure(reason) ?? otherwise, { cause: reason });
}
