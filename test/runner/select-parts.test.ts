import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { selectParts } from "./select-parts.mjs";

const documented = [
  ...readFileSync(join(import.meta.dirname, "../../docs/testing.md"), "utf8").matchAll(
    /^\| `([a-z-]+)` \| (yes|if changed)? ?\|/gm,
  ),
].map(([, name = "", quick]) => ({ name, quick }));
const allParts = documented.map(({ name }) => name).sort();
const alwaysQuick = documented.filter(({ quick }) => quick === "yes").map(({ name }) => name);
const ifChanged = documented.filter(({ quick }) => quick === "if changed").map(({ name }) => name);

const select = (args: readonly string[], env: NodeJS.ProcessEnv, areFakesUnchanged: boolean) => {
  const { selected, skipped, unknown } = selectParts(args, env, areFakesUnchanged);
  return { selected: selected.toSorted(), skipped: skipped.toSorted(), unknown };
};

const environments = [{}, { CI: "true" }];

test("the guide lists quick parts, fakes as quick if changed, and parts without a mark", () => {
  expect(alwaysQuick.length).toBeGreaterThan(1);
  expect(ifChanged).toEqual(["fakes"]);
  expect(allParts.length).toBeGreaterThan(alwaysQuick.length + ifChanged.length);
});

describe("a run without arguments", () => {
  test("selects every documented part in CI, even if the fakes are unchanged", () => {
    expect(select([], { CI: "true" }, true)).toEqual({ selected: allParts, skipped: [], unknown: [] });
  });

  test("selects the quick parts and the changed fakes outside of CI, and skips the other parts", () => {
    const selected = [...alwaysQuick, ...ifChanged].sort();
    const skipped = allParts.filter((name) => !selected.includes(name));
    expect(select([], {}, false)).toEqual({ selected, skipped, unknown: [] });
  });

  test("skips the tests of unchanged fakes outside of CI", () => {
    const { selected, skipped } = select([], {}, true);
    expect(selected).toEqual(alwaysQuick.toSorted());
    expect(skipped).toContain("fakes");
  });
});

describe.each(environments)("with the environment %j, a run", (env) => {
  test.each([[["all"]], [["unit", "all"]]])("with the arguments %j selects every part", (args) => {
    expect(select(args, env, true)).toEqual({ selected: allParts, skipped: [], unknown: [] });
  });

  test.each([[["fakes"]], [["unit", "firefox"]]])("with the arguments %j selects these parts", (args) => {
    expect(select(args, env, true)).toEqual({ selected: args.toSorted(), skipped: [], unknown: [] });
  });

  test("reports a name that is not a part", () => {
    expect(selectParts(["unit", "units"], env, true).unknown).toEqual(["units"]);
  });
});
