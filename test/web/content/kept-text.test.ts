import { expect, it } from "vitest";
import { ApiError } from "../../../web/src/api.ts";
import { ContentError } from "../../../web/src/features/content/content.ts";
import { keepFailureText } from "../../../web/src/features/content/kept-text.ts";

const lost = "The dialogue could not be downloaded. Check your connection and try again.";

it.each([
  [new ApiError("unreachable", "No response"), lost],
  [new ApiError("too_many_requests", "Too many attempts. Try again later."), "Too many attempts. Try again later."],
  [new ContentError("unreachable", "No response"), lost],
  [new ContentError("check-needed", "No response"), lost],
  [new TypeError("Failed to fetch"), lost],
  [new DOMException("A font could not be loaded", "NetworkError"), lost],
  [new ContentError("premium-required", "Refused"), "This dialogue needs a paid plan."],
  [new ContentError("missing", "404"), "A part of the dialogue is not available. Try again later."],
  [
    new DOMException("Blocked", "SecurityError"),
    "Parlance cannot use this browser's storage for dialogues. Reload the page, or allow site data for Parlance in the browser's settings.",
  ],
])("keepFailureText explains why a dialogue is not kept: %s", (error, text) => {
  expect(keepFailureText(error)).toBe(text);
});
