import { expect, test } from "vitest";
import { verifiedIn, verifiedState } from "../../../web/src/features/accounts/verified-email.ts";

test("the login is told whose e-mail was verified", () => {
  expect(verifiedIn(verifiedState("asha@example.com"))).toEqual({ email: "asha@example.com" });
});

test.each([null, undefined, "asha@example.com", {}, { verified: {} }, { verified: { email: 7 } }, { origin: "/" }])(
  "any other state of a navigation says of nobody's: %j",
  (state) => {
    expect(verifiedIn(state)).toBeNull();
  },
);
