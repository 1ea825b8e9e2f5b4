type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/**
 * True if the device lowers playback, or plays through the earpiece, while a microphone is open. On such a device,
 * release the recorder before the learner plays a recording or the reference.
 */
export function lowersPlaybackWhileRecording({ userAgent, maxTouchPoints }: Device): boolean {
  // An iPad may identify as a Macintosh, but has several touch points.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
