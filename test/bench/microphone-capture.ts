import type { BrowserContext, Page } from "playwright-core";
import type { Signal } from "../e2e/support/correlate.ts";

/** `mediaTime` is in ms, and `arrivedAt` is in ms of `performance.now()`. */
type Block = { arrivedAt: number; mediaTime: number; sampleRate: number; samples: Float32Array };

declare global {
  interface Window {
    heardBlocks?: Block[];
  }
}

export async function captureMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const blocks: Block[] = [];
    window.heardBlocks = blocks;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const follow = async (track: MediaStreamTrack) => {
      if (!MediaStreamTrackProcessor) throw new TypeError("This browser hands out no sound beside the app");
      const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 3_000 }).readable.getReader();
      for (let read = await reader.read(); read.value; read = await reader.read()) {
        const { value } = read;
        const arrivedAt = performance.now();
        const samples = new Float32Array(value.numberOfFrames);
        value.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
        blocks.push({ arrivedAt, mediaTime: value.timestamp / 1000, sampleRate: value.sampleRate, samples });
        value.close();
      }
    };
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      blocks.length = 0;
      for (const track of stream.getAudioTracks()) void follow(track.clone());
      return stream;
    };
  });
}

export type CapturedSound = {
  /** The time of the first sample, in ms of the page's `performance.now()`. */
  startsAt: number;
  signal: Signal;
};

/**
 * Returns the microphone's sound between two times in ms of `performance.now()`. The delay of the fastest block is used
 * for all blocks, so that delayed blocks have their true time. Blocks that the browser dropped leave silence.
 */
export async function readCaptured(page: Page, from: number, to: number): Promise<CapturedSound | null> {
  const heard = await page.evaluate(
    ([since, until]) => {
      const blocks = window.heardBlocks ?? [];
      const lengthMs = ({ samples, sampleRate }: Block) => (samples.length / sampleRate) * 1000;
      const delays = blocks.map((block) => block.arrivedAt - block.mediaTime - lengthMs(block));
      const delay = delays.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
      const wanted = blocks.filter(({ mediaTime }) => mediaTime + delay >= since && mediaTime + delay < until);
      const [first] = wanted;
      if (!first) return null;
      const startsAt = first.mediaTime + delay;
      const samples = new Float32Array(
        Math.ceil(((until - startsAt) / 1000) * first.sampleRate) + first.samples.length,
      );
      for (const block of wanted) {
        samples.set(block.samples, Math.round(((block.mediaTime - first.mediaTime) / 1000) * first.sampleRate));
      }
      return { startsAt, sampleRate: first.sampleRate, samples: Array.from(samples) };
    },
    [from, to] as const,
  );
  if (!heard) return null;
  return { startsAt: heard.startsAt, signal: { ...heard, samples: Float32Array.from(heard.samples) } };
}
