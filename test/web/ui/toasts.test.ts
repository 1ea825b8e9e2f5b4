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

test("showToast replaces the failure message of a topic by its success message", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  toasts.showToast(messages.profileUpdated);
  expect(titles()).toEqual(["Profile updated"]);
});

test("showToast replaces the success message of a topic by its failure message", () => {
  toasts.showToast(messages.passwordChanged);
  toasts.showToast(messages.profileUpdated);
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  expect(titles()).toEqual(["Password updated!", "The network is gone."]);
});

test("showToast shows toasts about removed recordings and a finished recording at the same time", () => {
  toasts.showToast(messages.recordingsRemoved(2));
  toasts.showToast(messages.recordingCompleted);
  expect(titles()).toHaveLength(2);
});

test("dismissToastsOfOtherPages removes the toasts of a page that the learner has left", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  at("/support");
  toasts.dismissToastsOfOtherPages("/support");
  expect(titles()).toEqual([]);
});

test("dismissToastsOfOtherPages preserves toasts of the current page, and toasts for several pages", () => {
  at("/signup");
  toasts.showToast(messages.verificationEmailSent);
  at("/otp-verification");
  toasts.showToast(messages.portalFailed);
  toasts.dismissToastsOfOtherPages("/otp-verification");
  expect(titles()).toEqual(["Please check your email for verification.", "Failed to open customer portal"]);
});
