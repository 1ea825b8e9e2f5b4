import { type DecodedAudio, decodeAudio } from "../../../audio/decode-audio.ts";

/** A track that carries the sound of a recording, while the loudspeakers stay silent. */
export type SilentTrack = {
  track: MediaStreamTrack;
  seconds: number;
  /** Resolves at the end of the recording. */
  play: () => Promise<void>;
  dispose: () => void;
};

function toBuffer(context: AudioContext, { channels, sampleRate }: DecodedAudio): AudioBuffer {
  const buffer = context.createBuffer(channels.length, channels[0]?.length ?? 0, sampleRate);
  // Copies the samples, because the type of `copyToChannel` excludes shared memory.
  for (const [at, samples] of channels.entries()) buffer.copyToChannel(new Float32Array(samples), at);
  return buffer;
}

/** @throws {DOMException} if the browser cannot decode the recording */
export async function createSilentTrack(data: ArrayBuffer): Promise<SilentTrack> {
  const audio = await decodeAudio(data);
  const context = new AudioContext();
  const destination = context.createMediaStreamDestination();
  const source = new AudioBufferSourceNode(context, { buffer: toBuffer(context, audio) });
  source.connect(destination);
  const [track] = destination.stream.getAudioTracks();
  if (!track) throw new DOMException("The stream has no track", "NotFoundError");
  return {
    track,
    seconds: audio.seconds,
    play: async () => {
      await context.resume();
      const ended = new Promise<void>((resolve) => source.addEventListener("ended", () => resolve(), { once: true }));
      source.start();
      await ended;
    },
    dispose: () => {
      track.stop();
      if (context.state !== "closed") void context.close();
    },
  };
}
