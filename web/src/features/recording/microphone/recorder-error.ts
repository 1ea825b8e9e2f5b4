/**
 * "denied": the learner or a policy denied the microphone. "busy": another program uses it, or no sound arrives in
 * time. "lost": the microphone disappeared or was closed, or nothing was recorded.
 */
export type RecorderErrorCode = "denied" | "no-microphone" | "busy" | "unsupported" | "lost";

/** The only error with which a recorder rejects. `cause` is the browser's error. */
export class RecorderError extends Error {
  readonly code: RecorderErrorCode;

  constructor(code: RecorderErrorCode, options?: ErrorOptions) {
    super(`Recording failed: ${code}`, options);
    this.name = "RecorderError";
    this.code = code;
  }
}

const codeByName: ReadonlyMap<string, RecorderErrorCode> = new Map([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "no-microphone"],
  ["OverconstrainedError", "no-microphone"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
  ["InvalidStateError", "lost"],
]);

/**
 * Converts an error of the browser. An unknown name becomes "unsupported": the browser lacks a feature that recording
 * needs.
 */
export function toRecorderError(reason: unknown): RecorderError {
  if (reason instanceof RecorderError) return reason;
  const name = reason instanceof Error ? reason.name : "";
  return new RecorderError(codeByName.get(name) ?? "unsupported", { cause: reason });
}
