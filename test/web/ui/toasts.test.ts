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

test("replaces the failures of a topic by its success", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  toasts.showToast(messages.profileUpdated);
  expect(titles()).toEqual(["Profile updated"]);
});

test("replaces the success of a topic by its failure, and keeps other topics", () => {
  toasts.showToast(messages.passwordChanged);
  toasts.showToast(messages.profileUpdated);
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  expect(titles()).toEqual(["Password updated!", "The network is gone."]);
});

test("shows a message about deleted recordings beside the one about the finished recording", () => {
  toasts.showToast(messages.recordingsRemoved(2));
  toasts.showToast(messages.recordingCompleted);
  expect(titles()).toHaveLength(2);
});

test("dismisses the toasts of a page when the learner leaves it", () => {
  toasts.showToast(messages.profileNotUpdated("The network is gone."));
  at("/support");
  toasts.dismissToastsOfOtherPages("/support");
  expect(titles()).toEqual([]);
});

test("keeps the toasts of the current page and those shown on the way to it", () => {
  at("/signup");
  toasts.showToast(messages.verificationEmailSent);
  at("/otp-verification");
  toasts.showToast(messages.portalFailed);
  toasts.dismissToastsOfOtherPages("/otp-verification");
  expect(titles()).toEqual(["Please check your email for verification.", "Failed to open customer portal"]);
});
