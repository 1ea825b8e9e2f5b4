import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCodeRequest } from "../../../web/src/features/accounts/code-request.ts";
import { recordSignUpCode, sendSignUpCode } from "../../../web/src/features/accounts/email-verification.ts";
import { startSession } from "../../../web/src/features/accounts/session.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const pool = vi.hoisted(() => ({ configureAuth: () => {}, resendCode: vi.fn<(email: string) => Promise<void>>() }));
vi.mock("../../../web/src/features/accounts/amplify-auth.ts", () => pool);

const email = "asha@example.com";
const minuteMs = 60_000;
const failure = (name: string) => Object.assign(new Error("Of the service."), { name });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
  pool.resendCode.mockReset().mockResolvedValue();
  startSession({ region: "r", userPoolId: "p", userPoolClientId: "c", apiUrl: "http://a", contentUrl: "http://c" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sentIfStale = async (to = email) => {
  pool.resendCode.mockClear();
  expect(await sendSignUpCode(to, { unlessFresh: true })).toBe("sent");
  return pool.resendCode.mock.calls.length;
};

test("sendSignUpCode with unlessFresh does not resend the last code within ten minutes", async () => {
  expect(await sentIfStale()).toBe(1);
  vi.setSystemTime(1_000_000 + 10 * minuteMs - 1);
  expect(await sentIfStale()).toBe(0);
  expect(await sentIfStale("bina@example.com"), "a code for another email does not count").toBe(1);
  recordSignUpCode(email);
  vi.setSystemTime(1_000_000 + 21 * minuteMs);
  expect(await sentIfStale()).toBe(1);
});

test("sendSignUpCode without unlessFresh sends a code even after a recent code", async () => {
  recordSignUpCode(email);
  await sendSignUpCode(email);
  expect(pool.resendCode.mock.calls).toEqual([[email]]);
});

test("sendSignUpCode reports a confirmed email, and stores no code request", async () => {
  pool.resendCode.mockRejectedValue(failure("InvalidParameterException"));
  expect(await sendSignUpCode(email)).toBe("confirmed");
  expect(readCodeRequest()).toBeNull();
});

test("sendSignUpCode reports success if too many codes were requested", async () => {
  pool.resendCode.mockRejectedValue(failure("LimitExceededException"));
  expect(await sendSignUpCode(email)).toBe("sent");
  expect(readCodeRequest()).toEqual({ email, mode: "signup", sentAtMs: 1_000_000 });
});

test("sendSignUpCode throws a network error, and stores no code request", async () => {
  pool.resendCode.mockRejectedValue(failure("NetworkError"));
  await expect(sendSignUpCode(email)).rejects.toMatchObject({ name: "NetworkError" });
  expect(readCodeRequest()).toBeNull();
});
