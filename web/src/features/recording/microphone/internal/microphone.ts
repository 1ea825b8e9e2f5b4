import { hasTrackProcessor } from "../../../../audio/track-processor.ts";
import { chosenMicrophone, type ListeningDevice, openChosenStream } from "../chosen-microphone.ts";
import { microphoneDenied } from "../microphone-permission.ts";
import { RecorderError, toRecorderError } from "../recorder-error.ts";
import type { Capture, CaptureListeners } from "./capture.ts";
import { captureByProcessor } from "./processor-capture.ts";
import { captureByWorklet, closeContext, createCaptureContext, hasWorklets } from "./worklet-capture.ts";

/** What the browser really gave, which need not be what was asked for. */
export type MicrophoneFacts = { settings: MediaTrackSettings };

/** An open microphone. All moments are in ms of `performance.now()`. */
export type Microphone = MicrophoneFacts & {
  /** Whether sound arrives at this moment, from the microphone that is chosen now. */
  isLive(): boolean;
  /** Lets a suspended microphone go on; false when it stays silent. */
  resume(): Promise<boolean>;
  /** Begins a take with all that arrived since a moment, up to 2 s back; with what arrives from now on without it. */
  startRecording(take: number, since?: number): void;
  /** Ends a take when all that was said until a moment has arrived; at once without it. */
  stopRecording(take: number, saidUntil?: number): void;
  /** The moment of a message's `arrivedAt`. */
  toPerformanceTime(arrivedAt: number): number;
  /** Stops the track at once, and what captures it as soon as it can be; may be called again. */
  close(): void;
};

/**
 * For judging one's own speech beside the reference.
 * - Echo cancellation with speakers alone: nothing plays while a take runs, and a canceller that still adapts to the
 *   original just heard swallows the first word. Phones also lower all playback while it is on. With speakers it removes
 *   what the room still holds of the original and the chime.
 * - No noise suppression: it takes soft consonants and sibilants for noise, the very sounds a learner listens for.
 * - Automatic gain: it leaves the spectrum alone and brings a far or weak microphone near the loudness of the original.
 */
const constraintsFor = (listening: ListeningDevice): MediaTrackConstraints => ({
  echoCancellation: listening === "speakers",
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: 1,
});

/** What is said now arrives later: the device collects a block, and the browser passes it between its threads. In ms. */
const captureLatencyMs = 200;
/** The longest way that is waited for, whatever the device says. In ms. */
const maxCaptureLatencyMs = 500;

async function isAttached(track: MediaStreamTrack): Promise<boolean> {
  const { deviceId } = track.getSettings();
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => undefined);
  return !deviceId || !devices || devices.some((device) => device.deviceId === deviceId);
}

function watchTrack(track: MediaStreamTrack, signal: AbortSignal, onSilenced: () => void): void {
  track.addEventListener("ended", onSilenced, { signal });
  track.addEventListener("mute", onSilenced, { signal });
  const onDeviceChange = async () => {
    // Not every browser ends the track of a device that was unplugged.
    if ((await isAttached(track)) || signal.aborted) return;
    track.stop();
    onSilenced();
  };
  navigator.mediaDevices.addEventListener("devicechange", onDeviceChange, { signal });
}

/** How far `Date.now()`, the clock that threads share, is ahead of `performance.now()`; the system may set it. */
const sharedClockOffset = () => Date.now() - performance.now();

function captureLatencyOf(settings: MediaTrackSettings): number {
  const known = "latency" in settings && typeof settings.latency === "number" ? settings.latency * 1_000 : 0;
  return Math.min(maxCaptureLatencyMs, captureLatencyMs + known);
}

function createMicrophone(
  track: MediaStreamTrack,
  capture: Capture,
  isChosen: () => boolean,
  onSilenced: () => void,
): Microphone {
  const watching = new AbortController();
  const settings = track.getSettings();
  watchTrack(track, watching.signal, onSilenced);
  return {
    settings,
    isLive: () => isChosen() && capture.isRunning() && track.readyState === "live" && !track.muted,
    resume: () => capture.resume(),
    startRecording: (take, since) =>
      capture.send({
        type: "start",
        recordingId: take,
        ...(since !== undefined && { since: since + sharedClockOffset() }),
      }),
    stopRecording: (take, saidUntil) =>
      capture.send({
        type: "stop",
        recordingId: take,
        ...(saidUntil !== undefined && { until: saidUntil + captureLatencyOf(settings) + sharedClockOffset() }),
      }),
    toPerformanceTime: (arrivedAt) => arrivedAt - sharedClockOffset(),
    close: () => {
      if (watching.signal.aborted) return;
      watching.abort();
      track.stop();
      capture.close();
    },
  };
}

/**
 * Asks for the microphone and starts to capture it. To be called in a user's gesture.
 * @throws {RecorderError}
 */
export async function openMicrophone(
  listeners: CaptureListeners,
  listening: ListeningDevice = "headphones",
): Promise<Microphone> {
  const byProcessor = hasTrackProcessor();
  if (!navigator.mediaDevices?.getUserMedia || !(byProcessor || hasWorklets())) throw new RecorderError("unsupported");
  const chosen = chosenMicrophone.get();
  const context = byProcessor ? undefined : createCaptureContext();
  let stream: MediaStream | undefined;
  try {
    stream = await openChosenStream(constraintsFor(listening));
    const [track] = stream.getAudioTracks();
    if (!track) throw new RecorderError("no-microphone");
    const capture = context ? await captureByWorklet(stream, context, listeners) : captureByProcessor(track, listeners);
    microphoneDenied.set(false);
    return createMicrophone(track, capture, () => chosenMicrophone.get() === chosen, listeners.onSilenced);
  } catch (reason) {
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (context) closeContext(context);
    const error = toRecorderError(reason);
    if (error.code === "denied") microphoneDenied.set(true);
    throw error;
  }
}
