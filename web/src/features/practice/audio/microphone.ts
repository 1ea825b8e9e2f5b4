import { chosenMicrophone, openChosenStream } from "./chosen-microphone.ts";
import { frameZeroMs } from "./context-clock.ts";
import { RecorderError, toRecorderError } from "./recorder-error.ts";
import { takeSampleRate } from "./wav.ts";
import { within } from "./within.ts";

/** What the worklet understands. Frames are positions on the context's clock, in samples. */
export type ToWorklet =
  | { type: "start"; take: number; fromFrame?: number }
  /** Ends the take before `atFrame`, as soon as that has been heard; at once without it. */
  | { type: "stop"; take: number; atFrame?: number }
  | { type: "close" };

/** What the worklet says of a take; `frame` is the position of the block's first sample. */
export type TakeMessage =
  | { type: "block"; take: number; frame: number; samples: Float32Array }
  | { type: "stopped"; take: number };

/** What the worklet says; after "closed" it says no more. */
export type FromWorklet = TakeMessage | { type: "closed" };

/** What the browser really gave, which need not be what was asked for. */
export type MicrophoneFacts = {
  /** Rate of the samples that arrive, in Hz. */
  sampleRate: number;
  settings: MediaTrackSettings;
};

/** An open microphone whose samples stream into the worklet. */
export type Microphone = MicrophoneFacts & {
  /** Whether sound arrives at this moment, from the microphone that is chosen now. */
  isLive(): boolean;
  /** Lets a suspended microphone go on; false when it stays silent. */
  resume(): Promise<boolean>;
  send(message: ToWorklet): void;
  /** The frame that was current at a moment of `performance.now()`, in ms. */
  frameAt(milliseconds: number): number;
  /** The moment, in ms of `performance.now()`, at which a frame was current. */
  momentOf(frame: number): number;
  /** How far the sound's clock has fallen behind since the microphone was opened, in seconds: a busy machine stops it. */
  slip(): number;
  /** Stops the track at once, and the context as soon as the worklet has ended; may be called again. */
  close(): void;
};

/** How the microphone reports; `onSilenced` comes when sound stops arriving, for whatever reason. */
export type MicrophoneListeners = {
  onMessage(message: TakeMessage): void;
  onSilenced(): void;
};

/**
 * For judging one's own speech beside the reference.
 * - No echo cancellation: nothing plays while a take runs, so there is no echo, and a canceller that still adapts to
 *   the original just heard swallows the first word. Phones also lower all playback while it is on.
 * - No noise suppression: it takes soft consonants and sibilants for noise, the very sounds a learner listens for.
 * - Automatic gain: it leaves the spectrum alone and brings a far or weak microphone near the loudness of the original.
 */
export const microphoneConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: 1,
} as const satisfies MediaTrackConstraints;

/**
 * Buffer between the microphone and the worklet, in seconds. A take is never heard live, so its delay costs nothing,
 * while the shortest buffer drops speech as soon as a weak machine is busy.
 */
const latencySeconds = 0.05;

/** How long a context may take to run again before it counts as stuck, in ms. */
const resumeLimitMs = 1_000;

/** How long a worklet may take to end, in ms; in a context that stands still it never does. */
const endLimitMs = 500;

function isSupported(): boolean {
  return "AudioWorkletNode" in globalThis && navigator.mediaDevices?.getUserMedia !== undefined;
}

function isRunning(context: BaseAudioContext): boolean {
  return context.state === "running";
}

async function resumeContext(context: AudioContext): Promise<boolean> {
  if (isRunning(context)) return true;
  // An interrupted context (a phone call) may leave the promise pending for ever.
  const resumed = context.resume().catch(() => undefined);
  await within(resumed, resumeLimitMs);
  return isRunning(context);
}

/** Firefox refuses a stream whose rate differs from the context's; takes are then resampled afterwards. */
function takesStream(context: AudioContext, stream: MediaStream): boolean {
  try {
    context.createMediaStreamSource(stream).disconnect();
    return true;
  } catch {
    return false;
  }
}

async function addRecorderNode(context: BaseAudioContext, workletUrl: string): Promise<AudioWorkletNode> {
  try {
    await context.audioWorklet.addModule(workletUrl);
    return new AudioWorkletNode(context, "parlance-recorder", { numberOfInputs: 1, numberOfOutputs: 1 });
  } catch (reason) {
    throw new RecorderError("unsupported", { cause: reason });
  }
}

async function isAttached(track: MediaStreamTrack): Promise<boolean> {
  const { deviceId } = track.getSettings();
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined);
  return !deviceId || !devices || devices.some((device) => device.deviceId === deviceId);
}

function watch(track: MediaStreamTrack, node: AudioWorkletNode, signal: AbortSignal, onSilenced: () => void): void {
  const { context } = node;
  track.addEventListener("ended", onSilenced, { signal });
  track.addEventListener("mute", onSilenced, { signal });
  node.addEventListener("processorerror", onSilenced, { signal });
  context.addEventListener("statechange", () => isRunning(context) || onSilenced(), { signal });
  const onDeviceChange = async () => {
    // Not every browser ends the track of a device that was unplugged.
    if ((await isAttached(track)) || signal.aborted) return;
    track.stop();
    onSilenced();
  };
  navigator.mediaDevices.addEventListener("devicechange", onDeviceChange, { signal });
}

function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function closeContext(context: AudioContext | undefined): void {
  // Closing a closed context is refused.
  if (context && context.state !== "closed") void context.close();
}

/** Ends the worklet, then its context: in a context closed before, Chromium keeps the worklet as long as the page. */
async function closeNode(node: AudioWorkletNode, context: AudioContext): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => data.type === "closed" && resolve();
  });
  node.port.postMessage({ type: "close" } satisfies ToWorklet);
  await within(ended, endLimitMs);
  node.port.onmessage = null;
  node.disconnect();
  closeContext(context);
}

function describe(
  source: MediaStreamAudioSourceNode,
  context: AudioContext,
  node: AudioWorkletNode,
  listeners: MicrophoneListeners,
  isChosen: () => boolean,
): Microphone {
  const [track] = source.mediaStream.getAudioTracks();
  if (!track) throw new RecorderError("no-microphone");
  const watching = new AbortController();
  watch(track, node, watching.signal, listeners.onSilenced);
  node.port.onmessage = ({ data }: MessageEvent<TakeMessage>) => listeners.onMessage(data);
  source.connect(node);
  // Some browsers run a node only on the way to the speakers; the worklet's output is silence.
  node.connect(context.destination);
  const frameZeroAtFirst = frameZeroMs(context);
  return {
    sampleRate: context.sampleRate,
    settings: track.getSettings(),
    isLive: () => isChosen() && isRunning(context) && track.readyState === "live" && !track.muted,
    resume: () => resumeContext(context),
    send: (message) => node.port.postMessage(message),
    frameAt: (milliseconds) => Math.round(((milliseconds - frameZeroMs(context)) / 1_000) * context.sampleRate),
    momentOf: (frame) => (frame / context.sampleRate) * 1_000 + frameZeroMs(context),
    slip: () => Math.max(0, frameZeroMs(context) - frameZeroAtFirst) / 1_000,
    close: () => {
      if (watching.signal.aborted) return;
      watching.abort();
      source.disconnect();
      stopStream(source.mediaStream);
      void closeNode(node, context);
    },
  };
}

/**
 * Asks for the microphone and starts its stream into the worklet. To be called in a user's gesture.
 * @throws {RecorderError}
 */
export async function openMicrophone(workletUrl: string, listeners: MicrophoneListeners): Promise<Microphone> {
  if (!isSupported()) throw new RecorderError("unsupported");
  const chosen = chosenMicrophone.get();
  let context: AudioContext | undefined;
  let stream: MediaStream | undefined;
  try {
    // Made before the first await, while the gesture still counts: a later context may stay suspended.
    context = new AudioContext({ sampleRate: takeSampleRate, latencyHint: latencySeconds });
    stream = await openChosenStream(microphoneConstraints);
    if (!takesStream(context, stream)) {
      closeContext(context);
      context = new AudioContext({ latencyHint: latencySeconds });
    }
    const source = context.createMediaStreamSource(stream);
    const node = await addRecorderNode(context, workletUrl);
    await resumeContext(context);
    return describe(source, context, node, listeners, () => chosenMicrophone.get() === chosen);
  } catch (reason) {
    stopStream(stream);
    closeContext(context);
    throw toRecorderError(reason);
  }
}
