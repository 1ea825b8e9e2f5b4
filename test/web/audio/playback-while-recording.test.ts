import { expect, it } from "vitest";
import { lowersPlaybackWhileRecording } from "../../../web/src/audio/playback-while-recording.ts";

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15", 5, true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile", 5, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", 5, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", 0, false],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile", 5, false],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", 10, false],
])("lowersPlaybackWhileRecording for %s with %i touch points returns %s", (userAgent, maxTouchPoints, expected) => {
  expect(lowersPlaybackWhileRecording({ userAgent, maxTouchPoints })).toBe(expected);
});
