import { withTimeout } from "../../../../browser/timing.ts";
import { RecorderError } from "../recorder-error.ts";
import type { Capture, CaptureListeners } from "./capture.ts";
import type { WorkletCommand, WorkletMessage } from "./capture-messages.ts";
import workletUrl from "./recorder-worklet.ts?worker&url";

/**
 * The learner does not hear the recording live, so latency costs nothing. With a shorter buffer, a weak and busy
 * machine may lose speech.
 */
const latencySeconds = 0.05;
const resumeLimitMs = 1_000;
/** The worklet of a suspended context does not confirm its end. */
const endLimitMs = 500;

export function hasWorklets(): boolean {
  return "AudioWorkletNode" in globalThis;
}

/** Call before any `await`, because a context that is created outside a user gesture may stay suspended. */
export function createCaptureContext(): AudioContext {
  return new AudioContext({ latencyHint: latencySeconds });
}

function isRunning(context: BaseAudioContext): boolean {
  return context.state === "running";
}

async function resumeContext(context: AudioContext): Promise<boolean> {
  if (isRunning(context)) return true;
  // The promise may stay pending if the context is interrupted, for example by a phone call.
  const resumed = context.resume().catch(() => undefined);
  await withTimeout(resumed, resumeLimitMs);
  return isRunning(context);
}

export function closeContext(context: AudioContext): void {
  if (context.state !== "closed") void context.close();
}

/** Ends the worklet before its context, because a browser may otherwise keep the worklet. */
async function closeNode(node: AudioWorkletNode, context: AudioContext): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    node.port.onmessage = ({ data }: MessageEvent<WorkletMessage>) => data.type === "closed" && resolve();
  });
  node.port.postMessage({ type: "close" } satisfies WorkletCommand);
  await withTimeout(ended, endLimitMs);
  node.port.onmessage = null;
  node.disconnect();
  closeContext(context);
}

async function addRecorderNode(context: BaseAudioContext): Promise<AudioWorkletNode> {
  try {
    await context.audioWorklet.addModule(workletUrl);
    return new AudioWorkletNode(context, "parlance-recorder", { numberOfInputs: 1, numberOfOutputs: 1 });
  } catch (reason) {
    throw new RecorderError("unsupported", { cause: reason });
  }
}

/**
 * Captures in an audio context, for browsers without `MediaStreamTrackProcessor`.
 * @param context closed with the capture
 * @throws {RecorderError} "unsupported" if the worklet cannot be loaded
 */
export async function captureByWorklet(
  stream: MediaStream,
  context: AudioContext,
  { onMessage, onSilenced }: CaptureListeners,
): Promise<Capture> {
  const node = await addRecorderNode(context);
  await resumeContext(context);
  const source = context.createMediaStreamSource(stream);
  const watching = new AbortController();
  const { signal } = watching;
  node.addEventListener("processorerror", onSilenced, { signal });
  context.addEventListener("statechange", () => isRunning(context) || onSilenced(), { signal });
  node.port.onmessage = ({ data }: MessageEvent<WorkletMessage>) => data.type !== "closed" && onMessage(data);
  source.connect(node);
  // Some browsers run a node only if it is connected to the speakers. The output of this node is inaudible.
  node.connect(context.destination);
  return {
    isRunning: () => isRunning(context),
    resume: () => resumeContext(context),
    send: (message) => node.port.postMessage(message),
    close: () => {
      if (signal.aborted) return;
      watching.abort();
      source.disconnect();
      void closeNode(node, context);
    },
  };
}
