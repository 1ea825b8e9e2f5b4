/** "denied": the user or a policy denied the microphone. "busy": for example, another program uses the microphone. */
export type MicrophoneFailure = "denied" | "no-microphone" | "busy";

/** Errors of `getUserMedia`: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
const failureByName: ReadonlyMap<string, MicrophoneFailure> = new Map([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "no-microphone"],
  ["OverconstrainedError", "no-microphone"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
]);

export const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : "");

export const findMicrophoneFailure = (error: unknown): MicrophoneFailure | undefined =>
  failureByName.get(nameOfError(error));
