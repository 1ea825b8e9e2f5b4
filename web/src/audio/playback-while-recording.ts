/** The parts of `navigator` by which a device is told. */
type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/**
 * Whether the device lowers all playback, or sends it to the earpiece, while a microphone is open (iPhone and iPad,
 * whatever the browser). There, release the recorder before the learner listens to a take or to the translation.
 */
export function lowersPlaybackWhileRecording({ userAgent, maxTouchPoints }: Device): boolean {
  // An iPad calls itself a Macintosh, but no Macintosh has a touch screen.
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
