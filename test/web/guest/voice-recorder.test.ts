import { afterEach, expect, test, vi } from "vitest";
import { recordVoice } from "../../../web/src/guest/voice-recorder.ts";

afterEach(() => void vi.unstubAllGlobals());

// All names except NotSupportedError are errors of getUserMedia:
// https://developer.mozilla.org/en-US/docs/Web/API/MediaDevices/getUserMedia#exceptions
test.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "no-microphone"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
  ["InvalidStateError", "unusable"],
  ["NotSupportedError", "unsupported"],
])("recordVoice maps the error %s of a microphone request to the reason “%s”", async (name, reason) => {
  const getUserMedia = () => Promise.reject(new DOMException("", name));
  vi.stubGlobal("MediaRecorder", class {});
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  await expect(recordVoice()).rejects.toMatchObject({ reason });
});

test("recordVoice reports a browser without MediaRecorder as unsupported", async () => {
  vi.stubGlobal("navigator", { mediaDevices: {} });
  await expect(recordVoice()).rejects.toMatchObject({ reason: "unsupported" });
});
