import type { EncodeRequest, EncodeResponse } from "./mp3-worker-messages.ts";

export class Mp3EncodingError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Mp3EncodingError";
  }
}

export type Mp3Encoder = {
  /**
   * Encodes mono samples as MP3 with a constant bit rate (`sharedKbps`). The same samples yield the same bytes. The
   * samples are moved to the worker and can no longer be used.
   * @throws Mp3EncodingError
   */
  encode: (samples: Float32Array<ArrayBuffer>, sampleRate: number) => Promise<ArrayBuffer>;
  close: () => void;
};

const maxMsPerSecond = 500;
const loadingMs = 30_000;

type Waiting = PromiseWithResolvers<ArrayBuffer> & { timer: ReturnType<typeof setTimeout> };

/** Encodes in a worker, so that the page stays usable. */
export function createMp3Encoder(): Mp3Encoder {
  const worker = new Worker(new URL("./mp3-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, Waiting>();
  let requests = 0;
  const take = (id: number) => {
    const request = waiting.get(id);
    clearTimeout(request?.timer);
    waiting.delete(id);
    return request;
  };
  const fail = (id: number, reason: string) => take(id)?.reject(new Mp3EncodingError(reason));
  const failAll = (reason: string) => {
    for (const id of waiting.keys()) fail(id, reason);
  };
  worker.addEventListener("error", () => failAll("The encoder's worker failed"));
  worker.addEventListener("message", ({ data }: MessageEvent<EncodeResponse>) => {
    if ("mp3" in data) take(data.id)?.resolve(data.mp3);
    else fail(data.id, data.error);
  });
  return {
    encode: (samples, sampleRate) => {
      const id = requests;
      requests += 1;
      const limitMs = loadingMs + (samples.length / sampleRate) * maxMsPerSecond;
      const timer = setTimeout(() => fail(id, "The encoder did not respond in time"), limitMs);
      const request = { ...Promise.withResolvers<ArrayBuffer>(), timer };
      waiting.set(id, request);
      worker.postMessage({ id, samples, sampleRate } satisfies EncodeRequest, [samples.buffer]);
      return request.promise;
    },
    close: () => {
      worker.terminate();
      failAll("The encoder was closed");
    },
  };
}
