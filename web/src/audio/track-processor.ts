declare global {
  // TypeScript's types of web pages lack this class: https://www.w3.org/TR/mediacapture-transform/
  var MediaStreamTrackProcessor:
    | (new (options: {
        track: MediaStreamTrack;
        maxBufferSize?: number;
      }) => { readable: ReadableStream<AudioData> })
    | undefined;
}

/** True if this browser delivers a track's audio without an audio context. */
export function hasTrackProcessor(): boolean {
  // On pages, only Chromium has the class. Why: docs/decisions/0028-microphone-and-capture.md
  return typeof globalThis.MediaStreamTrackProcessor === "function" && typeof AudioData === "function";
}
