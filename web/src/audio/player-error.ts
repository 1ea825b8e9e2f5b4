/**
 * Why nothing is heard: no data, data that is no audio, a browser that wants a gesture first, or a system that took
 * the playback away (a call, a headset's button, unplugged headphones).
 */
export type PlayerErrorCode = "empty" | "undecodable" | "not-allowed" | "interrupted";

/** The only error a player gives; `cause` is what the browser said. */
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

/** What a browser said, as the player says it. */
export function toPlayerError(reason: unknown): PlayerError {
  if (reason instanceof PlayerError) return reason;
  const name = reason instanceof Error ? reason.name : "";
  return new PlayerError(codeByName.get(name) ?? "undecodable", { cause: reason });
}
