/**
 * "empty": no data. "undecodable": not audio, or the metadata did not load in time. "not-allowed": the browser requires
 * a gesture. "interrupted": the system paused playback, for example for a call or after headphones were unplugged.
 */
export type PlayerErrorCode = "empty" | "undecodable" | "not-allowed" | "interrupted";

/** The error that a player throws or reports; `cause` is the browser's error, if there is one. */
export class PlayerError extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, options?: ErrorOptions) {
    super(`Playback failed: ${code}`, options);
    this.name = "PlayerError";
    this.code = code;
  }
}

const codeByName: ReadonlyMap<string, PlayerErrorCode> = new Map([
  ["NotAllowedError", "not-allowed"],
  ["AbortError", "interrupted"],
]);

export function toPlayerError(reason: unknown): PlayerError {
  if (reason instanceof PlayerError) return reason;
  const name = reason instanceof Error ? reason.name : "";
  return new PlayerError(codeByName.get(name) ?? "undecodable", { cause: reason });
}
