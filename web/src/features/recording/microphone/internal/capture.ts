import type { CaptureCommand, CaptureMessage } from "./capture-messages.ts";

/** `onSilenced` is called when the track, the audio context or the capturing thread stops or is interrupted. */
export type CaptureListeners = {
  onMessage(message: CaptureMessage): void;
  onSilenced(): void;
};

/** Captures the sound of a track in a separate thread, at `recordingSampleRate`. */
export type Capture = {
  isRunning(): boolean;
  /** Resolves to false if the capture is still not running. */
  resume(): Promise<boolean>;
  send(message: CaptureCommand): void;
  close(): void;
};
