import { StreamResampler } from "../../../../audio/resample.ts";
import { recordingSampleRate } from "../../../../audio/wav.ts";
import type { CaptureCommand, CaptureMessage } from "./capture-messages.ts";
import { CaptureRingBuffer } from "./capture-ring-buffer.ts";
import { LossDetector } from "./loss-detector.ts";

export type ReadTrackMessage = { type: "read"; readable: ReadableStream<AudioData> };

const lossThresholdSeconds = 0.02;

function post(message: CaptureMessage): void {
  const transfer = message.type === "block" ? [message.samples.buffer] : [];
  // In a worker, this call sends a message to the page. TypeScript checks the call with the types of a page.
  postMessage(message, { transfer });
}

const ring = new CaptureRingBuffer({ sampleRate: recordingSampleRate, post, now: Date.now });

function firstChannel(data: AudioData): Float32Array {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
  return samples;
}

/** The sample rate may change when the system switches to another device. */
async function readTrack(readable: ReadableStream<AudioData>): Promise<void> {
  const reader = readable.getReader();
  let sampleRate = 0;
  let resampler = new StreamResampler(recordingSampleRate, recordingSampleRate);
  let lostSound = new LossDetector({ sampleRate: recordingSampleRate, threshold: lossThresholdSeconds });
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    if (value.sampleRate !== sampleRate) {
      sampleRate = value.sampleRate;
      resampler = new StreamResampler(sampleRate, recordingSampleRate);
      lostSound = new LossDetector({ sampleRate, threshold: lossThresholdSeconds });
    }
    for (const piece of lostSound.push(firstChannel(value), value.timestamp / 1_000_000)) {
      if (piece.kind === "sound") ring.push(resampler.push(piece.samples));
      else ring.addLoss(piece.seconds);
    }
    value.close();
  }
}

addEventListener("message", ({ data }: MessageEvent<ReadTrackMessage | CaptureCommand>) => {
  if (data.type === "read") void readTrack(data.readable);
  else ring.receive(data);
});
