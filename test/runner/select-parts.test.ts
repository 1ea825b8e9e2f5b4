import { describe, expect, test } from "vitest";
import { allParts, quickParts } from "./parts.mjs";
import { selectParts } from "./select-parts.mjs";

const environments = [{}, { CI: "true" }];

describe("a run without arguments", () => {
  test("selects every part in CI, even if the fakes are unchanged", () => {
    expect(selectParts([], { CI: "true" }, true)).toEqual({ selected: allParts, skipped: [], unknown: [] });
  });

  test("selects the quick parts outside of CI, and reports the others as skipped", () => {
    const { selected, skipped } = selectParts([], {}, false);
    expect(selected).toEqual(quickParts);
    expect([...selected, ...skipped].sort()).toEqual([...allParts].sort());
  });

  test("skips the tests of unchanged fakes outside of CI", () => {
    const { selected, skipped } = selectParts([], {}, true);
    expect(selected).toEqual(quickParts.filter((name) => name !== "fakes"));
    expect(skipped).toContain("fakes");
  });
});

describe.each(environments)("with the environment %j, a run", (env) => {
  test.each([[["all"]], [["unit", "all"]]])("of the arguments %j selects every part", (args) => {
    expect(selectParts(args, env, true)).toEqual({ selected: allParts, skipped: [], unknown: [] });
  });

  test.each([[["fakes"]], [["unit", "firefox"]]])("of the arguments %j selects these parts", (args) => {
    expect(selectParts(args, env, true)).toEqual({ selected: args, skipped: [], unknown: [] });
  });

  test("reports names that are no parts", () => {
    expect(selectParts(["unit", "units"], env, true).unknown).toEqual(["units"]);
  });
});

test("the quick parts are parts", () => {
  expect(quickParts.filter((name) => !allParts.includes(name))).toEqual([]);
});
