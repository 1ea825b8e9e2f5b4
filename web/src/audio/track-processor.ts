declare global {
  // TypeScript does not declare this class: https://www.w3.org/TR/mediacapture-transform/
  var MediaStreamTrackProcessor:
    | (new (options: {
        track: MediaStreamTrack;
        maxBufferSize?: number;
      }) => { readable: ReadableStream<AudioData> })
    | undefined;
}

/** True if this browser delivers a track's audio without an audio context. */
export function hasTrackProcessor(): boolean {
  // Safari has the class only in workers, and only for video.
  return typeof globalThis.MediaStreamTrackProcessor === "function" && typeof AudioData === "function";
}
