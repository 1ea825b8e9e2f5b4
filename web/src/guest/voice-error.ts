/**
 * "refused": the guest or the browser did not allow the microphone. "busy": another program uses it. "unsupported": this
 * browser cannot record. "unusable": recording or encoding failed for another reason.
 */
export type VoiceFailure = "refused" | "no-microphone" | "busy" | "unsupported" | "unusable";

export class VoiceError extends Error {
  readonly reason: VoiceFailure;

  constructor(reason: VoiceFailure) {
    super(`The voice could not be recorded: ${reason}`);
    this.name = "VoiceError";
    this.reason = reason;
  }
}
