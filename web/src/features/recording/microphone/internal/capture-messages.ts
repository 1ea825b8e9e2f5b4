import type { SampleLoss } from "../recording-buffer.ts";

/** Messages to the capturing thread. Times are in ms of `Date.now()`, which pages, workers and worklets share. */
export type CaptureCommand =
  /** With `since`, the recording includes the sound that arrived since then, up to 2 s ago. */
  | { type: "start"; recordingId: number; since?: number }
  /** Without `until`, the recording ends at once. */
  | { type: "stop"; recordingId: number; until?: number };

export type CaptureMessage =
  | {
      type: "block";
      recordingId: number;
      /** Arrival of the first sample, in ms of `Date.now()`. */
      arrivedAt: number;
      samples: Float32Array<ArrayBuffer>;
      /** Sound that the device or the browser lost. The samples do not contain silence in its place. */
      losses: readonly SampleLoss[];
    }
  | { type: "stopped"; recordingId: number };

export type WorkletCommand = CaptureCommand | { type: "close" };

export type WorkletMessage = CaptureMessage | { type: "closed" };
