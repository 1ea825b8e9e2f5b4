import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messages } from "../../../web/src/messages.ts";

let toasts: typeof import("../../../web/src/ui/toasts.ts");

const at = (pathname: string) => vi.stubGlobal("location", { pathname });

beforeEach(async () => {
  vi.resetModules();
  toasts = await import("../../../web/src/ui/toasts.ts");
  at("/profile");
});

afterEach(() => vi.unstubAllGlobals());

const titles = () => toasts.shownToasts().map(({ title, description }) => description ?? title);

test("a success takes the place of the failures of its topic", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  toasts.showToast(messages.profileUpdated);
  expect(titles()).toEqual(["Profile updated"]);
});

test("a failure takes the place of the success before it, and leaves what is about something else", () => {
  toasts.showToast(messages.passwordChanged);
  toasts.showToast(messages.profileUpdated);
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  expect(titles()).toEqual(["Password updated!", "The network is gone."]);
});

test("recordings that were removed to make room are told beside the one that was kept", () => {
  toasts.showToast(messages.recordingsRemoved(2));
  toasts.showToast(messages.recordingCompleted);
  expect(titles()).toHaveLength(2);
});

test("moving on takes away what belongs to the page left", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  at("/support");
  toasts.dismissToastsOfOtherPages("/support");
  expect(titles()).toEqual([]);
});

test("what was told by the page that is shown stays, and so does what was told on the way to it", () => {
  at("/signup");
  toasts.showToast(messages.verificationEmailSent);
  at("/otp-verification");
  toasts.showToast(messages.portalFailed);
  toasts.dismissToastsOfOtherPages("/otp-verification");
  expect(titles()).toEqual(["Please check your email for verification.", "Failed to open customer portal"]);
});
