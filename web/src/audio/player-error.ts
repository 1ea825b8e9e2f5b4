/**
 * "undecodable" is also used for a timeout and for unknown errors. "not-allowed": usually, the browser requires a
 * gesture. "interrupted": for example, the system paused playback for a call or after headphones were unplugged.
 */
export type PlayerErrorCode = "empty" | "undecodable" | "not-allowed" | "interrupted";

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
