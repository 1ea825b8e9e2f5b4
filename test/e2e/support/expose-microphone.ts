import type { BrowserContext } from "playwright-core";

declare global {
  interface Window {
    microphone?: { track: MediaStreamTrack; context?: AudioContext };
  }
}

export async function exposeMicrophone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      const [track] = stream.getAudioTracks();
      if (track) window.microphone = { track };
      return stream;
    };
    const create = AudioContext.prototype.createMediaStreamSource;
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      if (window.microphone) window.microphone.context = this;
      return create.call(this, stream);
    };
  });
}
