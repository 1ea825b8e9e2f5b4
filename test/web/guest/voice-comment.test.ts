// @vitest-environment happy-dom
import { createElement, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGuestApp, type GuestApp } from "../../../web/src/guest/guest-app.ts";
import { VoiceComment, type VoiceWriting } from "../../../web/src/guest/voice-comment.tsx";

let app: GuestApp;
beforeEach(() => {
  app = createGuestApp({ apiUrl: "https://api.example", token: "a".repeat(43) });
});
afterEach(() => {
  render(null, document.body);
  app.session.stop();
});

test.each([
  ["a new recording while comments can be saved", true, 1],
  ["no new recording after the link has closed", false, 0],
])("VoiceComment allows %s, after the microphone has failed", async (_, canSave, starts) => {
  const start = vi.fn(async () => undefined);
  const none = {
    stop: () => undefined,
    save: async () => undefined,
    listen: () => undefined,
    discard: () => undefined,
  };
  const state = { kind: "failed", reason: "busy" } as const;
  const voice: VoiceWriting = { ...none, start, recorded: undefined, isUnfinished: false, isInUse: false, state };
  await act(() => render(createElement(VoiceComment, { app, canSave, voice }), document.body));
  const [button] = document.querySelectorAll("button");
  expect(button?.textContent).toBe("Try again");
  expect(button?.getAttribute("aria-disabled")).toBe(String(!canSave));
  await act(() => button?.click());
  expect(start).toHaveBeenCalledTimes(starts);
});
