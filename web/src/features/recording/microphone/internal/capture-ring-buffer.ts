import type { SampleLoss } from "../recording-buffer.ts";
import type { CaptureCommand, CaptureMessage } from "./capture-messages.ts";

/** Usual length of a message, short enough for a live meter and long enough to cost little. */
const batchSeconds = 0.02;
/** A recording can start this much in the past, because the handler that starts it may run late. */
const bufferedSeconds = 2;
/** Maximum extra wait for the last sound of a recording if the machine delivers sound late. */
const maxSlipMs = 300;

export type CaptureRingBufferOptions = {
  /** In Hz. */
  sampleRate: number;
  post: (message: CaptureMessage) => void;
  now: () => number;
};

/** The end of a block. `at` is its arrival in ms, and `lagMs` its delay relative to the samples' clock. */
type Arrival = { end: number; at: number; lagMs: number };

/**
 * Runs in the capturing thread. Positions count samples. Times are times of arrival, which are never earlier than the
 * sound itself.
 */
export class CaptureRingBuffer {
  readonly #options: CaptureRingBufferOptions;
  readonly #ring: Float32Array;
  readonly #batch: number;
  readonly #arrivals: Arrival[] = [];
  /** Losses within the sound in memory. `at` is the position of the next sample after the loss. */
  #losses: SampleLoss[] = [];
  /** Position after the last sample. */
  #end = 0;
  /** 0 when no recording is running. */
  #recordingId = 0;
  #unsent = 0;
  /** The requested end of the recording, as a time of arrival. Infinite until the recording is stopped. */
  #until = Number.POSITIVE_INFINITY;
  /** The sum of all losses so far, which the count of samples does not include. */
  #lostMs = 0;
  /** In ms. The smallest lag since the recording started, and of the sound that was in memory at its start. */
  #leastLag = Number.POSITIVE_INFINITY;

  constructor(options: CaptureRingBufferOptions) {
    this.#options = options;
    this.#ring = new Float32Array(Math.ceil(bufferedSeconds * options.sampleRate));
    this.#batch = Math.ceil(batchSeconds * options.sampleRate);
  }

  push(samples: Float32Array): void {
    for (let from = 0; from < samples.length; from += this.#batch)
      this.#add(samples.subarray(from, from + this.#batch));
    this.#arrive();
  }

  addLoss(seconds: number): void {
    this.#losses.push({ at: this.#end, seconds });
    this.#lostMs += seconds * 1_000;
  }

  receive(message: CaptureCommand): void {
    if (message.type === "start") this.#start(message.recordingId, message.since);
    else this.#stop(message.recordingId, message.until);
  }

  #start(recording: number, since: number | undefined): void {
    this.#recordingId = recording;
    this.#until = Number.POSITIVE_INFINITY;
    this.#unsent = since === undefined ? this.#end : this.#firstSince(since);
    this.#leastLag = this.#lag();
    this.#send(this.#end);
  }

  #stop(recording: number, until: number | undefined): void {
    if (this.#recordingId !== recording) {
      this.#options.post({ type: "stopped", recordingId: recording });
      return;
    }
    if (until === undefined) {
      this.#finish(this.#end);
      return;
    }
    this.#until = until;
    this.#endIfDue();
  }

  #finish(end: number): void {
    this.#send(end);
    this.#options.post({ type: "stopped", recordingId: this.#recordingId });
    this.#recordingId = 0;
  }

  #add(samples: Float32Array): void {
    const at = this.#end % this.#ring.length;
    const room = Math.min(samples.length, this.#ring.length - at);
    this.#ring.set(samples.subarray(0, room), at);
    this.#ring.set(samples.subarray(room), 0);
    this.#end += samples.length;
    // After a stop, the sound waits for `#endIfDue`, because sound beyond the end must not be sent. Only sound that would
    // otherwise be overwritten is sent here.
    const most = this.#until === Number.POSITIVE_INFINITY ? this.#batch : this.#ring.length / 2;
    if (this.#recordingId !== 0 && this.#end - this.#unsent >= most) this.#send(this.#end);
  }

  #arrive(): void {
    const at = this.#options.now();
    this.#arrivals.push({ end: this.#end, at, lagMs: at - this.#ms(this.#end) - this.#lostMs });
    const oldest = this.#end - this.#ring.length;
    while ((this.#arrivals[0]?.end ?? this.#end) < oldest) this.#arrivals.shift();
    this.#losses = this.#losses.filter(({ at }) => at >= oldest);
    this.#leastLag = Math.min(this.#leastLag, this.#lag());
    if (this.#recordingId !== 0 && this.#until !== Number.POSITIVE_INFINITY) this.#endIfDue();
  }

  #lag(): number {
    return this.#arrivals.reduce((least, { lagMs }) => Math.min(least, lagMs), Number.POSITIVE_INFINITY);
  }

  #endIfDue(): void {
    const lag = this.#lag();
    const slip = Math.min(maxSlipMs, Math.max(0, lag - this.#leastLag));
    const end = Math.round(((this.#until + slip - lag - this.#lostMs) / 1_000) * this.#options.sampleRate);
    if (this.#end >= end) this.#finish(Math.max(this.#unsent, end));
    else if (this.#end - this.#unsent >= this.#batch) this.#send(this.#end);
  }

  /** Returns the position of the first sample in memory that arrived at or after `since`. */
  #firstSince(since: number): number {
    const oldest = Math.max(0, this.#end - this.#ring.length);
    const index = this.#arrivals.findIndex(({ at }) => at >= since);
    const arrival = this.#arrivals[index];
    if (!arrival) return this.#end;
    const begin = this.#arrivals[index - 1]?.end ?? oldest;
    return Math.max(begin, oldest, arrival.end - Math.ceil(((arrival.at - since) / 1_000) * this.#options.sampleRate));
  }

  #ms(samples: number): number {
    return (samples / this.#options.sampleRate) * 1_000;
  }

  /** Estimates the arrival of the sample at a position, in ms. */
  #arrivalOf(place: number): number {
    const arrival = this.#arrivals.find(({ end }) => end > place);
    return arrival ? arrival.at - this.#ms(arrival.end - place) : this.#options.now();
  }

  #send(end: number): void {
    const length = Math.min(end, this.#end) - this.#unsent;
    if (length <= 0) return;
    const samples = new Float32Array(length);
    const at = this.#unsent % this.#ring.length;
    const head = this.#ring.subarray(at, at + length);
    samples.set(head);
    samples.set(this.#ring.subarray(0, length - head.length), head.length);
    const losses = this.#losses
      .filter(({ at: place }) => place >= this.#unsent && place < this.#unsent + length)
      .map(({ at: place, seconds }) => ({ at: place - this.#unsent, seconds }));
    const arrivedAt = this.#arrivalOf(this.#unsent);
    this.#options.post({ type: "block", recordingId: this.#recordingId, arrivedAt, samples, losses });
    this.#unsent += length;
  }
}
