// Served as it is: browsers load a worklet by URL, and a data: or blob: URL would need a hole in the content policy.

/**
 * @typedef {{ type: "start", take: number, fromFrame?: number } | { type: "stop", take: number, atFrame?: number } | { type: "close" }} ToWorklet
 * @typedef {{ type: "block", take: number, frame: number, samples: Float32Array } | { type: "stopped", take: number } | { type: "closed" }} FromWorklet
 */

/** Length of what is sent at once, in seconds: short enough for a live meter, long enough to be cheap. */
const batchSeconds = 0.02;

/** How far back a take may begin, in seconds: longer than any stall of the page between an event and its handler. */
const memorySeconds = 2;

/**
 * Keeps the last seconds of the microphone in a ring and, while a take runs, sends them on without a gap or a repeat.
 * Frames are counted here as they are heard. The context's own count, which others know, stands still and leaps for a
 * moment on a busy machine: used as a place in the ring it would leave sound out and let old sound through.
 */
class RecorderProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ring = new Float32Array(Math.ceil(memorySeconds * sampleRate));
    this.batchFrames = Math.ceil(batchSeconds * sampleRate);
    /** First frame that was ever heard; -1 before. */
    this.firstFrame = -1;
    /** Frame after the last one in the ring. */
    this.endFrame = 0;
    /** How far the context's count is ahead. */
    this.lead = 0;
    /** The running take; 0 when none runs. */
    this.take = 0;
    /** First frame not sent yet. */
    this.unsentFrame = 0;
    /** Frame before which the running take ends; infinite while that is not known. */
    this.stopFrame = Number.POSITIVE_INFINITY;
    this.closed = false;
    this.port.onmessage = (event) => this.receive(event.data);
  }

  /** @param {ToWorklet} message */
  receive(message) {
    if (message.type === "start") this.start(message.take, message.fromFrame);
    else if (message.type === "stop") this.stop(message.take, message.atFrame);
    else this.closed = true;
  }

  /**
   * @param {number} take
   * @param {number} [fromFrame]
   */
  start(take, fromFrame) {
    const oldest = Math.max(this.firstFrame, this.endFrame - this.ring.length);
    this.take = take;
    this.stopFrame = Number.POSITIVE_INFINITY;
    this.unsentFrame = fromFrame === undefined ? this.endFrame : Math.max(fromFrame - this.lead, oldest, 0);
    this.send();
  }

  /**
   * @param {number} take
   * @param {number} [atFrame]
   */
  stop(take, atFrame = this.endFrame + this.lead) {
    if (this.take !== take) {
      this.post({ type: "stopped", take });
      return;
    }
    this.stopFrame = atFrame - this.lead;
    if (this.endFrame >= this.stopFrame) this.finish();
  }

  finish() {
    this.send();
    this.post({ type: "stopped", take: this.take });
    this.take = 0;
  }

  /** Sends all that was heard and not sent yet, as far as the take goes. */
  send() {
    const length = Math.min(this.endFrame, this.stopFrame) - this.unsentFrame;
    if (length <= 0) return;
    const samples = new Float32Array(length);
    const at = this.unsentFrame % this.ring.length;
    const head = this.ring.subarray(at, at + length);
    samples.set(head);
    samples.set(this.ring.subarray(0, length - head.length), head.length);
    this.post({ type: "block", take: this.take, frame: this.unsentFrame + this.lead, samples }, [samples.buffer]);
    this.unsentFrame += length;
  }

  /**
   * @param {FromWorklet} message
   * @param {Transferable[]} [transfer]
   */
  post(message, transfer = []) {
    this.port.postMessage(message, transfer);
  }

  /**
   * @param {Float32Array[][]} inputs
   * @param {Float32Array[][]} outputs
   */
  process(inputs, outputs) {
    // A source without data has no channel; its time passes as silence, so that the take keeps its length.
    const channel = inputs[0]?.[0];
    const length = channel?.length ?? outputs[0]?.[0]?.length ?? 0;
    if (this.firstFrame < 0) {
      this.firstFrame = currentFrame;
      this.endFrame = currentFrame;
      this.unsentFrame = Math.max(this.unsentFrame, currentFrame);
    }
    this.lead = currentFrame - this.endFrame;
    this.remember(channel, length);
    this.endFrame += length;
    if (this.take !== 0 && this.endFrame >= this.stopFrame) this.finish();
    else if (this.take !== 0 && this.endFrame - this.unsentFrame >= this.batchFrames) this.send();
    if (this.closed) this.post({ type: "closed" });
    return !this.closed;
  }

  /**
   * @param {Float32Array | undefined} channel
   * @param {number} length
   */
  remember(channel, length) {
    const at = this.endFrame % this.ring.length;
    const room = Math.min(length, this.ring.length - at);
    if (channel) {
      this.ring.set(channel.subarray(0, room), at);
      this.ring.set(channel.subarray(room), 0);
    } else {
      this.ring.fill(0, at, at + room);
      this.ring.fill(0, 0, length - room);
    }
  }
}

registerProcessor("parlance-recorder", RecorderProcessor);
