import type { SampleLoss } from "../recording-buffer.ts";

/**
 * What a page asks of the thread that captures sound. Moments are those of `Date.now()`, in ms: the one clock that pages,
 * workers and worklets share.
 */
export type CaptureCommand =
  /** Begins a take with all that arrived since a moment, up to 2 s back; from now on without it. */
  | { type: "start"; recordingId: number; since?: number }
  /** Ends a take at once; with `until`, when what arrived by that moment is there. */
  | { type: "stop"; recordingId: number; until?: number };

/** What the capturing thread says of a take. */
export type CaptureMessage =
  | {
      type: "block";
      recordingId: number;
      /** When the first sample arrived, in ms of `Date.now()`. */
      arrivedAt: number;
      samples: Float32Array<ArrayBuffer>;
      /** What the device or the browser lost; nothing stands in its place. */
      losses: readonly SampleLoss[];
    }
  | { type: "stopped"; recordingId: number };

/** What a page asks of a worklet, which ends only by itself. */
export type WorkletCommand = CaptureCommand | { type: "close" };

/** What a worklet says; after "closed" it says no more. */
export type WorkletMessage = CaptureMessage | { type: "closed" };
