/** "refused": the guest or the browser did not allow the microphone. "unsupported": this browser cannot record. */
export type VoiceFailure = "refused" | "no-microphone" | "unsupported" | "unusable";

export class VoiceError extends Error {
  readonly reason: VoiceFailure;

  constructor(reason: VoiceFailure) {
    super(`The voice could not be recorded: ${reason}`);
    this.name = "VoiceError";
    this.reason = reason;
  }
}
