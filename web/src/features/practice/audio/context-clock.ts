/** The parts of an audio context by which its clock is read. */
type ContextClock = Pick<AudioContext, "baseLatency" | "currentTime" | "outputLatency" | "getOutputTimestamp">;

/**
 * The moment of the context's frame 0, in ms of `performance.now()`. The context's time advances by a whole buffer at
 * once, so read alone it may be a buffer ahead and would cut off a beginning; the time of its output runs smoothly, but
 * is not to be trusted in every browser. Either way the result is never too early, and so takes never begin too late.
 */
export function frameZeroMs(context: ContextClock): number {
  const buffer = context.baseLatency * 1_000;
  const stepped = performance.now() - context.currentTime * 1_000;
  const { contextTime = Number.NaN, performanceTime = Number.NaN } = context.getOutputTimestamp();
  const smooth = performanceTime - (contextTime + context.outputLatency) * 1_000;
  return Math.abs(smooth - stepped) <= 2 * buffer ? smooth : stepped + buffer;
}
