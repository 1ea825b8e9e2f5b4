import type { Capture, CaptureListeners } from "./capture.ts";
import type { CaptureMessage } from "./capture-messages.ts";
import type { ReadTrackMessage } from "./track-reader.ts";

/** How many blocks wait for a reader that is held up, of 10 ms as a rule; beyond them the browser drops the oldest. */
const maxBufferedBlocks = 3_000;

/**
 * Captures beside all else that the page does: the browser hands the track's sound straight to a worker, each block with
 * its time. No load on the page or on its audio rendering reaches it.
 */
export function captureByProcessor(track: MediaStreamTrack, { onMessage, onSilenced }: CaptureListeners): Capture {
  const Processor = globalThis.MediaStreamTrackProcessor;
  if (!Processor) throw new TypeError("MediaStreamTrackProcessor is missing");
  const worker = new Worker(new URL("./track-reader.ts", import.meta.url), { type: "module" });
  let isRunning = true;
  const silence = () => {
    isRunning = false;
    onSilenced();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<CaptureMessage>) => onMessage(data));
  worker.addEventListener("error", silence);
  const { readable } = new Processor({ track, maxBufferSize: maxBufferedBlocks });
  worker.postMessage({ type: "read", readable } satisfies ReadTrackMessage, [readable]);
  return {
    isRunning: () => isRunning,
    resume: async () => isRunning,
    send: (message) => worker.postMessage(message),
    close: () => {
      isRunning = false;
      worker.terminate();
    },
  };
}
