/** The parts of `navigator` by which a device is told. */
type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** Whether the device is an iPhone or an iPad, whatever the browser: all of them are built on the same engine there. */
export function isAppleHandheld({ userAgent, maxTouchPoints }: Device): boolean {
  // An iPad calls itself a Macintosh, but no Macintosh has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/**
 * Whether the device lowers all playback, or sends it to the earpiece, while a microphone is open (iPhone and iPad,
 * whatever the browser). There, release the recorder before the learner listens to a take or to the translation.
 */
export function lowersPlaybackWhileRecording(device: Device): boolean {
  return isAppleHandheld(device);
}
