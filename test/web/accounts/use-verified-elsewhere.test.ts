// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Credentials,
  forgetCredentials,
  rememberCredentials,
} from "../../../web/src/features/accounts/sign-in-flow.ts";
import { useVerifiedElsewhere } from "../../../web/src/features/accounts/use-verified-elsewhere.ts";
import { renderHook } from "../support/render-hook.ts";

const tries = vi.hoisted(() => vi.fn<(credentials: Credentials) => Promise<void>>());
vi.mock("../../../web/src/features/accounts/email-verification.ts", () => ({ useEnterIfVerified: () => tries }));

const asha = { email: "asha@example.com", password: "six letters" };
const askEveryMs = 15_000;

let visibility: DocumentVisibilityState;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  tries.mockReset().mockResolvedValue();
  rememberCredentials(asha);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetCredentials();
});

const shown = (busy = false) => renderHook<boolean, void>((isBusy) => useVerifiedElsewhere(asha.email, isBusy), busy);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const lookedAt = () => act(async () => void window.dispatchEvent(new Event("focus")));

describe("a page that waits for a code", () => {
  it("checks the email after 15 seconds, on focus and on a change of visibility", async () => {
    await shown();
    expect(tries).not.toHaveBeenCalled();
    await pass(askEveryMs);
    expect(tries.mock.calls).toEqual([[asha]]);
    await lookedAt();
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(tries).toHaveBeenCalledTimes(3);
  });

  it("checks nothing while it is hidden or busy, or if no password is known", async () => {
    const { rerender } = await shown();
    visibility = "hidden";
    await pass(askEveryMs);
    visibility = "visible";
    await rerender(true);
    await lookedAt();
    await rerender(false);
    forgetCredentials();
    await lookedAt();
    expect(tries).not.toHaveBeenCalled();
  });

  it("runs one check at a time", async () => {
    const answer = Promise.withResolvers<void>();
    tries.mockReturnValueOnce(answer.promise);
    await shown();
    await lookedAt();
    await lookedAt();
    await pass(4 * askEveryMs);
    expect(tries).toHaveBeenCalledTimes(1);
    await act(async () => answer.resolve());
    await lookedAt();
    expect(tries).toHaveBeenCalledTimes(2);
  });

  it("does not check after it is removed", async () => {
    const { unmount } = await shown();
    await unmount();
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(vi.getTimerCount()).toBe(0);
    expect(tries).not.toHaveBeenCalled();
  });
});
