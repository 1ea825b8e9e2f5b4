import { StreamResampler } from "../../../../audio/resample.ts";
import { takeSampleRate } from "../../../../audio/wav.ts";
import type { TakeMessage, ToCapture } from "./capture-messages.ts";
import { LostSound } from "./lost-sound.ts";
import { TakeRing } from "./take-ring.ts";

/** The first message: where a microphone's sound comes out. */
export type ReadFrom = { type: "read"; readable: ReadableStream<AudioData> };

/** Times of a track differ by rounding alone; two blocks of a device are 20 ms. In seconds. */
const threshold = 0.02;

function post(message: TakeMessage): void {
  const transfer = message.type === "block" ? [message.samples.buffer] : [];
  // A worker's, which the types of a page do not know.
  postMessage(message, { transfer });
}

const ring = new TakeRing({ sampleRate: takeSampleRate, post, now: Date.now });

function firstChannel(data: AudioData): Float32Array {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
  return samples;
}

/** Reads a track to its end. The rate is that of the device, which may change when the system takes another one. */
async function read(readable: ReadableStream<AudioData>): Promise<void> {
  const reader = readable.getReader();
  let sampleRate = 0;
  let resampler = new StreamResampler(takeSampleRate, takeSampleRate);
  let lostSound = new LostSound({ sampleRate: takeSampleRate, threshold });
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    if (value.sampleRate !== sampleRate) {
      sampleRate = value.sampleRate;
      resampler = new StreamResampler(sampleRate, takeSampleRate);
      lostSound = new LostSound({ sampleRate, threshold });
    }
    for (const piece of lostSound.push(firstChannel(value), value.timestamp / 1_000_000)) {
      if (piece.kind === "sound") ring.push(resampler.push(piece.samples));
      else ring.lose(piece.seconds);
    }
    value.close();
  }
}

addEventListener("message", ({ data }: MessageEvent<ReadFrom | ToCapture>) => {
  if (data.type === "read") void read(data.readable);
  else ring.receive(data);
});
