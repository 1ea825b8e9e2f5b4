import { expect, test } from "vitest";
import { originOf, parseVerified, safeOrigin, verifiedState } from "../../../web/src/features/accounts/sign-in-flow.ts";

test("the login is told whose e-mail was verified", () => {
  expect(parseVerified(verifiedState("asha@example.com"))).toEqual({ email: "asha@example.com" });
});

test.each([null, undefined, "asha@example.com", {}, { verified: {} }, { verified: { email: 7 } }, { origin: "/" }])(
  "any other state of a navigation says of nobody's: %j",
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
])("where a visitor wanted to go: %s", (origin, expected) => {
  expect(safeOrigin(origin)).toBe(expected);
  expect(originOf({ state: { origin } })).toBe(expected);
});
