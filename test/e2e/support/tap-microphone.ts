import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    tappedBlocks?: Float32Array[];
  }
}

/** Hands on everything that comes in; what comes of it is not its concern. */
const tapSource = `
registerProcessor("tap", class extends AudioWorkletProcessor {
  process([input]) {
    this.port.postMessage(input[0]?.slice() ?? new Float32Array(128));
    return true;
  }
});`;

/**
 * Lets every page keep all that the browser hands to the app's audio graph from a microphone, beside the app's own worklet
 * and in the same rendering: how busy the machine is makes no difference between the two. The context has to be opened with
 * `bypassCSP`, since the listener is no file of the app's.
 */
export async function tapMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript((code) => {
    const blocks: Float32Array[] = [];
    window.tappedBlocks = blocks;
    const connect = AudioNode.prototype.connect;
    const tap = async (node: AudioNode) => {
      await node.context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      const listener = new AudioWorkletNode(node.context, "tap");
      listener.port.onmessage = ({ data }) => blocks.push(data);
      Reflect.apply(connect, node, [listener]);
      // Only what leads to the speakers is run; its output is silence.
      listener.connect(node.context.destination);
    };
    Object.defineProperty(MediaStreamAudioSourceNode.prototype, "connect", {
      value(this: AudioNode, ...to: unknown[]) {
        void tap(this);
        return Reflect.apply(connect, this, to);
      },
    });
  }, tapSource);
}

/** All that was tapped, in 16 bits. */
export async function tappedSamples(page: Page): Promise<Int16Array> {
  const base64 = await page.evaluate(() => {
    const samples = (window.tappedBlocks ?? []).flatMap((block) =>
      Array.from(block, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)))),
    );
    const bytes = new Uint8Array(Int16Array.from(samples).buffer);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  const bytes = Buffer.from(base64, "base64");
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** Where a take stands in what was tapped, sample by sample without a gap; -1 if it does not. */
export function placeIn(tapped: Int16Array, take: Int16Array): number {
  const agrees = (at: number, from: number) => tapped[at + from] === take[from];
  for (let at = 0; at + take.length <= tapped.length; at += 1) {
    let from = 0;
    while (from < take.length && agrees(at, from)) from += 1;
    if (from === take.length) return at;
  }
  return -1;
}
