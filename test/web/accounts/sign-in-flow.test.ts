import { expect, test } from "vitest";
import { originOf, parseVerified, safeOrigin, verifiedState } from "../../../web/src/features/accounts/sign-in-flow.ts";

test("passes the verified email to the login", () => {
  expect(parseVerified(verifiedState("asha@example.com"))).toEqual({ email: "asha@example.com" });
});

test.each([null, undefined, "asha@example.com", {}, { verified: {} }, { verified: { email: 7 } }, { origin: "/" }])(
  "returns no verified email for another navigation state: %j",
  (state) => {
    expect(parseVerified(state)).toBeNull();
  },
);

test.each([
  ["/topic/emp-1", "/topic/emp-1"],
  ["/pricing?from=home", "/pricing?from=home"],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["https://evil.example", null],
  ["javascript:alert(1)", null],
  [7, null],
])("returns a safe page to return to, or null: %s", (origin, expected) => {
  expect(safeOrigin(origin)).toBe(expected);
  expect(originOf({ state: { origin } })).toBe(expected);
});
