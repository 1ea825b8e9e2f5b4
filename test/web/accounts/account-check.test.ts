import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectApi } from "../../../web/src/api.ts";
import {
  type AccountCheck,
  type CheckDecision,
  checkAccount,
  decideNextStep,
  type Intent,
} from "../../../web/src/features/accounts/account-check.ts";

const table: [Intent, AccountCheck, CheckDecision][] = [
  ["login", "none", "continue"],
  ["login", "email", "continue"],
  ["login", "unconfirmed", "verify"],
  ["login", "google", "to-google"],
  ["login", "unknown", "continue"],
  ["signup", "none", "continue"],
  ["signup", "email", "to-login"],
  ["signup", "unconfirmed", "verify"],
  ["signup", "google", "offer-google"],
  ["signup", "unknown", "continue"],
  ["google", "none", "continue"],
  ["google", "email", "offer-password"],
  ["google", "unconfirmed", "continue"],
  ["google", "google", "continue"],
  ["google", "unknown", "continue"],
  ["reset", "none", "continue"],
  ["reset", "email", "continue"],
  ["reset", "unconfirmed", "verify"],
  ["reset", "google", "wrong-method"],
  ["reset", "unknown", "continue"],
];

describe("decideNextStep", () => {
  test.each(table)(
    "returns $2 for the intent $0 and the account check $1 if Google log-in is set up",
    (intent, answer, decision) => {
      expect(decideNextStep(intent, answer, true)).toBe(decision);
    },
  );

  test("returns wrong-method instead of to-google if Google log-in is not set up", () => {
    for (const [intent, answer, decision] of table)
      expect(decideNextStep(intent, answer, false)).toBe(decision === "to-google" ? "wrong-method" : decision);
  });
});

describe("checkAccount", () => {
  const answers: { status: number; body: unknown }[] = [];
  beforeEach(() => {
    connectApi({
      apiUrl: "http://api",
      accessToken: async () => null,
      renewToken: async () => null,
      getSessionSignal: () => new AbortController().signal,
      onAccountDeleted: () => {},
    });
    vi.stubGlobal("fetch", async () => {
      const answer = answers.shift();
      if (!answer) throw new TypeError("Failed to fetch");
      return Response.json(answer.body, { status: answer.status });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    [{ status: 200, body: { user_exists: false, provider: null, confirmed: false } }, "none"],
    [{ status: 200, body: { user_exists: true, provider: "email", confirmed: true } }, "email"],
    [{ status: 200, body: { user_exists: true, provider: "email", confirmed: false } }, "unconfirmed"],
    [{ status: 200, body: { user_exists: true, provider: "google", confirmed: true } }, "google"],
    [{ status: 200, body: { user_exists: true, provider: null, confirmed: true } }, "email"],
    [{ status: 429, body: { code: "too_many_requests", message: "Wait." } }, "unknown"],
    [{ status: 429, body: { message: "Too Many Requests" } }, "unknown"],
    [{ status: 500, body: { code: "internal_error", message: "Something went wrong." } }, "unknown"],
    [{ status: 200, body: "not what was asked" }, "unknown"],
    [undefined, "unknown"],
  ])("reads the API's response %j as %s", async (answer, expected) => {
    if (answer) answers.push(answer);
    expect(await checkAccount("asha@example.com")).toBe(expected);
  });
});
