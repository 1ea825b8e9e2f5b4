import type { Page } from "puppeteer-core";
import type { Signal } from "../../support/correlate.ts";

declare global {
  interface Window {
    /** Returns 16-bit samples in Base64. */
    endBrowserRecording?: () => Promise<{ base64: string; sampleRate: number }>;
  }
}

/** If audio is missing even from this recording, the browser has lost it, not the app. */
export async function recordBeside(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const devices = navigator.mediaDevices;
    const open = devices?.getUserMedia.bind(devices);
    if (!open) return;
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      const recorder = new MediaRecorder(stream.clone(), { audioBitsPerSecond: 256_000 });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      recorder.start();
      window.endBrowserRecording = async () => {
        recorder.stop();
        await stopped;
        const context = new OfflineAudioContext(1, 1, 24_000);
        const sound = await context.decodeAudioData(await new Blob(parts).arrayBuffer());
        const samples = Int16Array.from(sound.getChannelData(0), (sample) => Math.round(sample * 32_767));
        const bytes = new Uint8Array(samples.buffer);
        const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        return { base64, sampleRate: sound.sampleRate };
      };
      return stream;
    };
  });
}

/** The recording is that of the microphone that was opened last. */
export async function browserRecording(page: Page): Promise<Signal> {
  const recorded = await page.evaluate(() => window.endBrowserRecording?.());
  if (!recorded) throw new Error("No microphone was opened");
  const bytes = new Uint8Array(Buffer.from(recorded.base64, "base64"));
  const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_767);
  return { samples, sampleRate: recorded.sampleRate };
}
