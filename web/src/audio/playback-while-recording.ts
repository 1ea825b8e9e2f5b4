type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** True on iPhone and iPad, where all browsers use the same engine. */
export function isAppleHandheld({ userAgent, maxTouchPoints }: Device): boolean {
  // An iPad identifies as a Macintosh, but no Macintosh has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/**
 * True if the device lowers all playback, or plays through the earpiece, while a microphone is open. On such a device,
 * release the recorder before the learner plays a recording or the reference.
 */
export function lowersPlaybackWhileRecording(device: Device): boolean {
  return isAppleHandheld(device);
}
