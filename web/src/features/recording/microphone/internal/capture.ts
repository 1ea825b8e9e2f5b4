import type { CaptureCommand, CaptureMessage } from "./capture-messages.ts";

/** `onSilenced` is called when no sound arrives any more, for any reason. */
export type CaptureListeners = {
  onMessage(message: CaptureMessage): void;
  onSilenced(): void;
};

/** A track whose sound arrives in its own thread, at `recordingSampleRate`. */
export type Capture = {
  isRunning(): boolean;
  /** Resumes the audio thread. Resolves to false if the system keeps it suspended. */
  resume(): Promise<boolean>;
  send(message: CaptureCommand): void;
  close(): void;
};
