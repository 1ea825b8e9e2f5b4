import { describe, expect, it } from "vitest";
import { RecorderError, toRecorderError } from "../../../../web/src/features/recording/microphone/recorder-error.ts";

describe("toRecorderError", () => {
  it.each([
    ["NotAllowedError", "denied"],
    ["SecurityError", "denied"],
    ["NotFoundError", "no-microphone"],
    ["OverconstrainedError", "no-microphone"],
    ["NotReadableError", "busy"],
    ["AbortError", "busy"],
    ["InvalidStateError", "lost"],
    ["TypeError", "unsupported"],
  ])("maps %s to %s", (name, code) => {
    const reason = new DOMException("told by the browser", name);
    expect(toRecorderError(reason)).toMatchObject({ code, cause: reason });
  });

  it("returns a RecorderError unchanged", () => {
    const error = new RecorderError("lost");
    expect(toRecorderError(error)).toBe(error);
  });

  it("returns an error with the code unsupported for a value that is not an error", () => {
    expect(toRecorderError("?").code).toBe("unsupported");
  });
});
