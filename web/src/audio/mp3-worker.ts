import { createEncoder } from "wasm-media-encoders/esnext";
import encoderUrl from "wasm-media-encoders/wasm/mp3?url";
import { sharedKbps } from "../../../domain/sharing/share-limits.ts";
import type { EncodeRequest, EncodeResponse } from "./mp3-worker-messages.ts";
import { recordingSampleRate } from "./wav.ts";

/** The encoder copies its input into its own memory, so long recordings are passed in parts. */
const maxSamplesAtOnce = 2 ** 16;

async function loadEncoder() {
  const response = await fetch(encoderUrl);
  if (!response.ok) throw new Error(`The encoder could not be loaded (status ${response.status})`);
  return createEncoder("audio/mpeg", await response.arrayBuffer());
}

let loading: ReturnType<typeof loadEncoder> | undefined;

function encoder() {
  loading ??= loadEncoder().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function encode({ samples, sampleRate }: EncodeRequest): Promise<ArrayBuffer> {
  const lame = await encoder();
  lame.configure({ sampleRate, channels: 1, bitrate: sharedKbps, outputSampleRate: recordingSampleRate });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < samples.length; at += maxSamplesAtOnce) {
    // Copied, because the next call overwrites the encoder's memory.
    parts.push(new Uint8Array(lame.encode([samples.subarray(at, at + maxSamplesAtOnce)])));
  }
  parts.push(new Uint8Array(lame.finalize()));
  return new Blob(parts).arrayBuffer();
}

let last: Promise<unknown> = Promise.resolve();

function respond(response: EncodeResponse, transferred: Transferable[]): void {
  self.postMessage(response, { transfer: transferred });
}

self.addEventListener("message", ({ data }: MessageEvent<EncodeRequest>) => {
  last = last
    .then(() => encode(data))
    .then(
      (mp3) => respond({ id: data.id, mp3 }, [mp3]),
      (error: unknown) => respond({ id: data.id, error: String(error) }, []),
    );
});
