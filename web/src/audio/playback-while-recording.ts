type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/**
 * True if the device lowers all playback, or plays through the earpiece, while a microphone is open. On such a device,
 * release the recorder before the learner plays a recording or the reference.
 */
export function lowersPlaybackWhileRecording({ userAgent, maxTouchPoints }: Device): boolean {
  // True on an iPhone, iPad or iPod, in any browser. An iPad may identify as a Macintosh, but has several touch points.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
