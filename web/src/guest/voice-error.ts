import type { MicrophoneFailure } from "../audio/microphone-failure.ts";

export type VoiceFailure = MicrophoneFailure | "unsupported" | "unusable";

export class VoiceError extends Error {
  readonly reason: VoiceFailure;

  constructor(reason: VoiceFailure) {
    super(`The voice could not be recorded: ${reason}`);
    this.name = "VoiceError";
    this.reason = reason;
  }
}
