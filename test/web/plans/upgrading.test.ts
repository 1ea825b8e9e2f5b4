import { expect, test } from "vitest";
import { fromHome, isPlanNeeded, isUpgrading, planNeeded } from "../../../web/src/features/plans/upgrading.ts";

// The product's specification, section 2: "/pricing: Choose a plan; state from=home shows upgrade context".
test.each([
  ['the state {"from":"home"}', { from: "home" }, "", true],
  ["the state fromHome", fromHome, "", true],
  ["the address after a cancelled payment", null, "?from=home", true],
  ["an address without a query", null, "", false],
  ["an address with the query ?from=homework", null, "?from=homework", false],
  ["the state after a redirect to the plans", planNeeded, "", false],
  ["a state that is only text", "home", "", false],
])("isUpgrading for $0 returns $3", (_, state, search, expected) => {
  expect(isUpgrading({ state, search })).toBe(expected);
});

test.each([
  [planNeeded, true],
  [fromHome, false],
  [null, false],
  [{ from: 7 }, false],
])("isPlanNeeded for the state %j returns %s", (state, expected) => {
  expect(isPlanNeeded({ state })).toBe(expected);
});
