import { StreamResampler } from "../../../../audio/resample.ts";
import { recordingSampleRate } from "../../../../audio/wav.ts";
import type { WorkletCommand, WorkletMessage } from "./capture-messages.ts";
import { CaptureRingBuffer } from "./capture-ring-buffer.ts";
import { LossDetector } from "./loss-detector.ts";

// Globals of a worklet, which TypeScript's types for pages do not declare.
declare const sampleRate: number;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Sound arrives one device buffer at a time. A busy machine may deliver a buffer this much later without a loss. */
const lossThresholdSeconds = 0.1;

/** The output is not exactly silent, because a browser may suspend a device that gets silence. */
const inaudibleLevel = 1e-6;

class RecorderProcessor extends AudioWorkletProcessor {
  readonly #resampler = new StreamResampler(sampleRate, recordingSampleRate);
  readonly #lostSound = new LossDetector({ sampleRate, threshold: lossThresholdSeconds });
  readonly #ring = new CaptureRingBuffer({
    sampleRate: recordingSampleRate,
    post: (message) => this.#post(message),
    now: Date.now,
  });
  #isClosed = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<WorkletCommand>) => {
      if (data.type === "close") this.#isClosed = true;
      else this.#ring.receive(data);
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    for (const channel of output ?? []) channel.fill(inaudibleLevel);
    // A source without data has no channel. Silence replaces the data, so that the recording keeps its length.
    const samples = input?.[0]?.slice() ?? new Float32Array(output?.[0]?.length ?? 0);
    const beginsAt = Date.now() / 1_000 - samples.length / sampleRate;
    for (const piece of this.#lostSound.push(samples, beginsAt)) {
      if (piece.kind === "sound") this.#ring.push(this.#resampler.push(piece.samples));
      else this.#ring.addLoss(piece.seconds);
    }
    if (this.#isClosed) this.#post({ type: "closed" });
    return !this.#isClosed;
  }

  #post(message: WorkletMessage): void {
    this.port.postMessage(message, message.type === "block" ? [message.samples.buffer] : []);
  }
}

registerProcessor("parlance-recorder", RecorderProcessor);
