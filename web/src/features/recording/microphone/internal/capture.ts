import type { CaptureCommand, CaptureMessage } from "./capture-messages.ts";

/** How a capture reports; `onSilenced` comes when sound stops arriving, for whatever reason. */
export type CaptureListeners = {
  onMessage(message: CaptureMessage): void;
  onSilenced(): void;
};

/** A track whose sound arrives in a thread of its own, at `takeSampleRate`. */
export type Capture = {
  /** Whether that thread runs. */
  isRunning(): boolean;
  /** Lets it go on where the system has stopped it; false when it stays stopped. */
  resume(): Promise<boolean>;
  send(message: CaptureCommand): void;
  /** Ends the thread and what it holds; the track is the caller's. */
  close(): void;
};
