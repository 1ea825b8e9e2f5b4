/**
 * Why there is no recording: the learner or a policy forbade the microphone, none is attached, another program holds
 * it, the browser cannot record, or the microphone went away.
 */
export type RecorderErrorCode = "denied" | "no-microphone" | "busy" | "unsupported" | "lost";

/** The only error a recorder rejects with; `cause` is what the browser said. */
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

/** Translates what a browser's audio calls throw; a name outside the table means that a needed part is missing. */
export function toRecorderError(reason: unknown): RecorderError {
  if (reason instanceof RecorderError) return reason;
  const name = reason instanceof Error ? reason.name : "";
  return new RecorderError(codeByName.get(name) ?? "unsupported", { cause: reason });
}
