import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  codeRequestAt,
  endForceReset,
  endOwnForceReset,
  isForceReset,
  parseCodeRequest,
  readCodeRequest,
  removeCodeRequest,
  saveCodeRequest,
  startForceReset,
} from "../../../web/src/features/accounts/code-request.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("localStorage", memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const hour = 60 * 60_000;

describe("the flag of a password reset", () => {
  test("is set in this tab and in another tab for one hour", () => {
    startForceReset(0);
    expect([isForceReset(1), isForceReset(hour - 1), isForceReset(hour)]).toEqual([true, true, false]);
    vi.stubGlobal("sessionStorage", memoryStorage());
    expect([isForceReset(1), isForceReset(hour)]).toEqual([true, false]);
  });

  test("is removed by endForceReset, and by endOwnForceReset only in the tab that set it", () => {
    startForceReset(0);
    endForceReset();
    expect(isForceReset(1)).toBe(false);
    startForceReset(0);
    endOwnForceReset();
    expect(isForceReset(1)).toBe(false);
    startForceReset(0);
    vi.stubGlobal("sessionStorage", memoryStorage());
    endOwnForceReset();
    expect(isForceReset(1)).toBe(true);
  });

  test.each(["true", "junk", "", "99999999999999"])("is not set by an invalid stored value: '%s'", (text) => {
    localStorage.setItem("force_password_reset", text);
    expect(isForceReset(1)).toBe(false);
  });
});

describe("the pending code request", () => {
  const signup = { email: "asha@example.com", mode: "signup" } as const;
  const place = { pathname: "/otp-verification", hash: "", state: null };

  test("remains in this tab until it is removed", () => {
    expect(readCodeRequest()).toBeNull();
    saveCodeRequest({ ...signup, code: "123456" });
    expect(readCodeRequest()).toEqual({ ...signup, code: "123456" });
    removeCodeRequest();
    expect(readCodeRequest()).toBeNull();
  });

  test.each(["junk", "{}", '{"email":"","mode":"reset"}', '{"email":"a@b.co","mode":"other"}'])(
    "is null if the stored text is invalid: %s",
    (text) => {
      sessionStorage.setItem("code_request", text);
      expect(readCodeRequest()).toBeNull();
    },
  );

  test.each([
    [signup, signup],
    [{ email: "asha@example.com" }, signup],
    [{ email: "" }, null],
    [{ email: 1 }, null],
    [{ origin: "/" }, null],
    [null, null],
    ["asha@example.com", null],
  ])("is read from a navigation's state %j as %j", (state, expected) => {
    expect(parseCodeRequest(state)).toEqual(expected);
  });

  test("is read from a link, else from a navigation's state for another request, else from the tab's storage", () => {
    saveCodeRequest({ email: "old@example.com", mode: "reset", code: "111111" });
    expect(codeRequestAt(place)).toEqual({ email: "old@example.com", mode: "reset", code: "111111" });
    expect(codeRequestAt({ ...place, state: signup })).toEqual(signup);
    const hash = "#email=new%40example.com&code=222222";
    const link = { email: "new@example.com", code: "222222" };
    expect(codeRequestAt({ ...place, hash, state: signup })).toEqual({ ...link, mode: "signup" });
    expect(codeRequestAt({ ...place, hash, pathname: "/new-password" })).toEqual({ ...link, mode: "reset" });
  });

  test("loses the entered code if the email changes", () => {
    saveCodeRequest({ email: "asha@example.com", mode: "reset", code: "123456" });
    const state = { email: "asha@example.com", mode: "reset" };
    expect(codeRequestAt({ ...place, state })).toEqual({ ...state, code: "123456" });
    expect(codeRequestAt({ ...place, state: { ...state, email: "b@example.com" } })?.code).toBeUndefined();
  });

  test.each([
    "#email=not-an-email&code=123456",
    "#email=asha%40example.com&code=12345",
    "#email=asha%40example.com&code=<script>",
    `#email=${"a".repeat(999)}&code=123456`,
    "#email=%E0%A4%A&code=123456",
    "#code=123456",
  ])("is not read from an invalid link: %s", (hash) => {
    expect(codeRequestAt({ ...place, hash })).toBeNull();
  });
});
