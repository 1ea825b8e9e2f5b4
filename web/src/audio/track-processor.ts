declare global {
  // In Chromium, where TypeScript does not know it: https://www.w3.org/TR/mediacapture-transform/
  var MediaStreamTrackProcessor:
    | (new (options: {
        track: MediaStreamTrack;
        maxBufferSize?: number;
      }) => { readable: ReadableStream<AudioData> })
    | undefined;
}

/** Whether this browser hands out a track's sound without an audio context. */
export function hasTrackProcessor(): boolean {
  // Safari has it in workers alone, for pictures alone.
  return typeof globalThis.MediaStreamTrackProcessor === "function" && typeof AudioData === "function";
}
