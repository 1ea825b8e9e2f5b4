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
])("decides that a learner is upgrading who arrives %s", (_, state, search, expected) => {
  expect(isUpgrading({ state, search })).toBe(expected);
});

test.each([
  [planNeeded, true],
  [fromHome, false],
  [null, false],
  [{ from: 7 }, false],
])("knows from the state whether a page sent the learner for a plan: %j", (state, expected) => {
  expect(isPlanNeeded({ state })).toBe(expected);
});
