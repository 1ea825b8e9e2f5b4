import { expect, test } from "vitest";
import { originOf, parseVerified, safeOrigin, verifiedState } from "../../../web/src/features/accounts/sign-in-flow.ts";

test("parseVerified reads the email from the state that verifiedState creates", () => {
  expect(parseVerified(verifiedState("asha@example.com"))).toEqual({ email: "asha@example.com" });
});

test.each([null, undefined, "asha@example.com", {}, { verified: {} }, { verified: { email: 7 } }, { origin: "/" }])(
  "parseVerified returns null for a navigation state without a verified email: %j",
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
])("safeOrigin for %s returns %s", (origin, expected) => {
  expect(safeOrigin(origin)).toBe(expected);
  expect(originOf({ state: { origin } })).toBe(expected);
});
