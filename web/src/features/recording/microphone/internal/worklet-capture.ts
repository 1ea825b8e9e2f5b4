import { withTimeout } from "../../../../browser/timing.ts";
import { RecorderError } from "../recorder-error.ts";
import type { Capture, CaptureListeners } from "./capture.ts";
import type { WorkletCommand, WorkletMessage } from "./capture-messages.ts";
import workletUrl from "./recorder-worklet.ts?worker&url";

/**
 * Buffer between the microphone and the worklet, in seconds. A take is never heard live, so its delay costs nothing,
 * while the shortest buffer drops speech as soon as a weak machine is busy.
 */
const latencySeconds = 0.05;
/** How long a context may take to run again before it counts as stuck, in ms. */
const resumeLimitMs = 1_000;
/** How long a worklet may take to end, in ms; in a context that stands still it never does. */
const endLimitMs = 500;

/** Whether this browser runs worklets. */
export function hasWorklets(): boolean {
  return "AudioWorkletNode" in globalThis;
}

/** Made in a user's gesture, before anything is waited for: a later context may stay suspended. */
export function createCaptureContext(): AudioContext {
  return new AudioContext({ latencyHint: latencySeconds });
}

function isRunning(context: BaseAudioContext): boolean {
  return context.state === "running";
}

async function resumeContext(context: AudioContext): Promise<boolean> {
  if (isRunning(context)) return true;
  // An interrupted context (a phone call) may leave the promise pending for ever.
  const resumed = context.resume().catch(() => undefined);
  await withTimeout(resumed, resumeLimitMs);
  return isRunning(context);
}

/** Closes a context; may be called again. */
export function closeContext(context: AudioContext): void {
  // Closing a closed context is refused.
  if (context.state !== "closed") void context.close();
}

/** Ends the worklet, then its context: in a context closed before, Chromium keeps the worklet as long as the page. */
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
 * Captures in an audio context, for browsers that hand out a track's sound in no other way.
 * @param context which is closed with the capture
 * @throws {RecorderError}
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
  // Some browsers run a node only on the way to the speakers; nothing of the worklet's output is heard.
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
