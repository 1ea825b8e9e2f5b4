import type { Capture, CaptureListeners } from "./capture.ts";
import type { CaptureMessage } from "./capture-messages.ts";
import type { ReadTrackMessage } from "./track-reader.ts";

/** A block usually lasts 10 ms. If more blocks wait for a delayed worker, the browser drops the oldest. */
const maxBufferedBlocks = 3_000;

/** Captures in a worker, which a busy page does not disturb. Why: docs/decisions/0028-microphone-and-capture.md */
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
