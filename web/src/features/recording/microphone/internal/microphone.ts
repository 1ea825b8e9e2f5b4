import { hasTrackProcessor } from "../../../../audio/track-processor.ts";
import { chosenMicrophone, type ListeningDevice, openChosenStream } from "../chosen-microphone.ts";
import { microphoneDenied } from "../microphone-permission.ts";
import { RecorderError, toRecorderError } from "../recorder-error.ts";
import type { Capture, CaptureListeners } from "./capture.ts";
import { captureByProcessor } from "./processor-capture.ts";
import { captureByWorklet, closeContext, createCaptureContext, hasWorklets } from "./worklet-capture.ts";

/** The actual settings, which may differ from the requested constraints. */
export type MicrophoneFacts = { settings: MediaTrackSettings };

/** Times are in ms of `performance.now()`, unless noted. */
export type Microphone = MicrophoneFacts & {
  /** Also false while another microphone is chosen. */
  isLive(): boolean;
  /** Resolves to false if the capture is still not running. */
  resume(): Promise<boolean>;
  /** Starts a recording with the sound since `since`, up to 2 s back; by default from now on. */
  startRecording(recording: number, since?: number): void;
  /** Stops a recording after the sound up to `saidUntil` has had time to arrive; by default at once. */
  stopRecording(recording: number, saidUntil?: number): void;
  /** Converts the `arrivedAt` of a message, which is in ms of `Date.now()`. */
  toPerformanceTime(arrivedAt: number): number;
  /** Repeated calls do nothing. */
  close(): void;
};

/**
 * - Echo cancellation only with speakers, because the microphone then also hears the playback. While echo cancellation
 *   adapts, it may remove the first word, and phones may lower all playback.
 * - No noise suppression, because it may remove soft consonants and sibilants, which a learner listens for.
 * - Automatic gain, because it makes a weak microphone louder and keeps the spectrum.
 */
const constraintsFor = (listening: ListeningDevice): MediaTrackConstraints => ({
  echoCancellation: listening === "speakers",
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: 1,
});

/** Assumed delay of captured sound, in addition to the latency that the device reports. */
const captureLatencyMs = 200;
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
    // Some browsers do not end the track of an unplugged device.
    if ((await isAttached(track)) || signal.aborted) return;
    track.stop();
    onSilenced();
  };
  navigator.mediaDevices.addEventListener("devicechange", onDeviceChange, { signal });
}

/**
 * All threads share the clock of `Date.now()`. Compute the offset for each conversion, because the system may set that
 * clock.
 */
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
    startRecording: (recording, since) =>
      capture.send({
        type: "start",
        recordingId: recording,
        ...(since !== undefined && { since: since + sharedClockOffset() }),
      }),
    stopRecording: (recording, saidUntil) =>
      capture.send({
        type: "stop",
        recordingId: recording,
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
 * Requires an earlier user gesture on the page, because an audio context may otherwise stay suspended.
 * @throws {RecorderError}
 */
export async function openMicrophone(
  listeners: CaptureListeners,
  listening: ListeningDevice = "headphones",
): Promise<Microphone> {
  const byProcessor = hasTrackProcessor();
  if (!navigator.mediaDevices?.getUserMedia || !(byProcessor || hasWorklets())) throw new RecorderError("unsupported");
  const chosen = chosenMicrophone.get();
  let context: AudioContext | undefined;
  let stream: MediaStream | undefined;
  try {
    if (!byProcessor) context = createCaptureContext();
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
