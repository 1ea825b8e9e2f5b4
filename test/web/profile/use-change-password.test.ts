// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectApi } from "../../../web/src/api.ts";
import { refreshSession, startSession, useSession } from "../../../web/src/features/accounts/session.ts";
import { onSessionEnd, type SessionEnd } from "../../../web/src/features/accounts/session-end.ts";
import { useChangePassword } from "../../../web/src/features/profile/use-change-password.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";
import { renderHook } from "../support/render-hook.ts";

type End = (token: string) => Promise<unknown>;

const pool = vi.hoisted(() => ({
  configureAuth: vi.fn(),
  currentLearner: vi.fn(),
  freshAccessToken: vi.fn<() => Promise<string | null>>(),
  renewTokens: vi.fn(),
  exchangeSession: vi.fn<(credentials: object, end: End) => Promise<void>>(),
  renewRefused: vi.fn<() => Promise<string | null>>(),
  updatePassword: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => pool);
vi.mock("aws-amplify/auth", () => ({ updatePassword: pool.updatePassword }));

const email = "asha@example.com";
const fields = { current: "old password", next: "battery staple", again: "battery staple" };
const ends: SessionEnd[] = [];
let stopListening = () => {};

beforeEach(async () => {
  for (const call of Object.values(pool)) call.mockReset();
  pool.currentLearner.mockResolvedValue({ userId: "asha", email, accountName: "", provider: "email" });
  pool.freshAccessToken.mockResolvedValue("token");
  vi.stubGlobal("fetch", async () => Response.json({ ended: true }));
  connectApi({
    apiUrl: "http://api",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => undefined,
  });
  startSession({ region: "r", userPoolId: "p", userPoolClientId: "c", apiUrl: "http://api", contentUrl: "http://c" });
  await refreshSession();
  ends.length = 0;
  stopListening = onSessionEnd((end) => ends.push(end));
});
afterEach(() => {
  stopListening();
  for (const { id } of shownToasts()) dismissToast(id);
});

async function change(): Promise<string> {
  const { result } = await renderHook(() => ({ ...useChangePassword(email), session: useSession() }), null);
  await act(async () => {
    await result().change(fields);
  });
  return result().session.kind;
}
const toasts = () => shownToasts().map(({ title, description }) => [title, description]);

test("useChangePassword keeps the learner logged in if the new log-in succeeds", async () => {
  pool.exchangeSession.mockImplementation(async (_, end) => void (await end("token")));
  expect(await change()).toBe("learner");
  expect([toasts(), ends]).toEqual([[["Password updated!", undefined]], []]);
});

test("useChangePassword ends the session and asks for a log-in if the new log-in fails", async () => {
  pool.exchangeSession.mockImplementation(async (_, end) => {
    await end("token");
    // The former tokens are removed before the new log-in.
    pool.freshAccessToken.mockResolvedValue(null);
    pool.currentLearner.mockResolvedValue(null);
    throw new Error("No network");
  });
  expect(await change()).toBe("anonymous");
  expect(ends).toMatchObject([{ userId: "asha", how: "refused" }]);
  expect(toasts()).toEqual([["Password updated!", "Please log in again with your new password."]]);
});

test("useChangePassword warns about other devices if their sessions could not be ended", async () => {
  pool.exchangeSession.mockRejectedValue(new Error("No network"));
  expect(await change()).toBe("learner");
  expect(
    toasts()
      .map(([title]) => title)
      .sort(),
  ).toEqual(["Other devices may still be logged in", "Password updated!"]);
});

const refusal = (name: string, message: string) => Object.assign(new Error(message), { name });
const generic = "Something went wrong. Please try again.";

test.each([
  ["a refused token", refusal("NotAuthorizedException", "Access Token has been revoked"), generic],
  [
    "a locked account",
    refusal("NotAuthorizedException", "Password attempts exceeded"),
    "Too many attempts. Please wait a while and try again.",
  ],
  [
    "a lost response",
    refusal("NetworkError", "A network error has occurred."),
    "Parlance cannot be reached. Check your connection and try again. If your current password is then refused, your new password may already be set.",
  ],
])("useChangePassword reports %s as a failure, and keeps a session with a renewable token", async (_, error, text) => {
  pool.updatePassword.mockRejectedValue(error);
  pool.renewRefused.mockResolvedValue("new token");
  expect(await change()).toBe("learner");
  expect([toasts(), ends]).toEqual([[["Password update failed", text]], []]);
});

test("useChangePassword shows no message and ends the session if a refused token cannot be renewed", async () => {
  pool.updatePassword.mockRejectedValue(refusal("NotAuthorizedException", "Access Token has been revoked"));
  pool.renewRefused.mockResolvedValue(null);
  expect(await change()).toBe("anonymous");
  expect([toasts(), ends]).toMatchObject([[], [{ userId: "asha", how: "refused" }]]);
});
