import { expect, test } from "vitest";
import { fromHome, isPlanNeeded, isUpgrading, planNeeded } from "../../../web/src/features/plans/upgrading.ts";

// Specification 2: "/pricing: Choose a plan; state from=home shows upgrade context".
test.each([
  ["from the home page", { from: "home" }, "", true],
  ["with what the home page gives along", fromHome, "", true],
  ["back from the page on which to pay", null, "?from=home", true],
  ["by an address of their own", null, "", false],
  ["by an address with more behind it", null, "?from=homework", false],
  ["because a page needs a plan", planNeeded, "", false],
  ["with a state that is none of ours", "home", "", false],
])("who comes to the plans %s is upgrading or is not", (_, state, search, expected) => {
  expect(isUpgrading({ state, search })).toBe(expected);
});

test.each([
  [planNeeded, true],
  [fromHome, false],
  [null, false],
  [{ from: 7 }, false],
])("who was led there because a page needs a plan is told so: %j", (state, expected) => {
  expect(isPlanNeeded({ state })).toBe(expected);
});
