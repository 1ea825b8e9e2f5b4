import { maxVoiceSeconds } from "../../../domain/sharing/share-limits.ts";
import { decodeAudio } from "../audio/decode-audio.ts";
import { findMicrophoneFailure, nameOfError } from "../audio/microphone-failure.ts";
import { createMp3Encoder } from "../audio/mp3-encoder.ts";
import { VoiceError } from "./voice-error.ts";

export type VoiceRecording = {
  recorded: Promise<Blob>;
  stop: () => void;
};

function toVoiceError(error: unknown): VoiceError {
  const otherwise = nameOfError(error) === "NotSupportedError" ? "unsupported" : "unusable";
  return new VoiceError(findMicrophoneFailure(error) ?? otherwise);
}

/** @throws VoiceError */
export async function recordVoice(): Promise<VoiceRecording> {
  if (!("MediaRecorder" in globalThis) || !navigator.mediaDevices) throw new VoiceError("unsupported");
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw toVoiceError(error);
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const recorder = new MediaRecorder(stream);
    const { promise: recorded, resolve, reject } = Promise.withResolvers<Blob>();
    const parts: Blob[] = [];
    const timer = setTimeout(() => recorder.stop(), maxVoiceSeconds * 1_000);
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("error", () => reject(new VoiceError("unusable")));
    recorder.addEventListener("stop", () => {
      clearTimeout(timer);
      release();
      resolve(new Blob(parts, { type: recorder.mimeType }));
    });
    recorder.start();
    return { recorded, stop: () => recorder.state !== "inactive" && recorder.stop() };
  } catch (error) {
    release();
    throw toVoiceError(error);
  }
}

function toMono(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const [first] = channels;
  return Float32Array.from(first ?? [], (_, at) => {
    const sum = channels.reduce((total, channel) => total + (channel[at] ?? 0), 0);
    return sum / channels.length;
  });
}

/**
 * Cuts the voice to `maxVoiceSeconds`, because the recorder may exceed the limit slightly.
 * @throws VoiceError
 */
export async function encodeVoice(recorded: Blob): Promise<{ mp3: ArrayBuffer; seconds: number }> {
  const encoder = createMp3Encoder();
  try {
    const { channels, sampleRate } = await decodeAudio(await recorded.arrayBuffer());
    const samples = toMono(channels).slice(0, maxVoiceSeconds * sampleRate);
    const seconds = samples.length / sampleRate;
    if (seconds === 0) throw new VoiceError("unusable");
    return { mp3: await encoder.encode(samples, sampleRate), seconds };
  } catch {
    throw new VoiceError("unusable");
  } finally {
    encoder.close();
  }
}
