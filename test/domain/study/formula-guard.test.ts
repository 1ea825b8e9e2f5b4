import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addFormulaGuard, removeFormulaGuard } from "../../../domain/study/formula-guard.ts";

test.each(["=1+1", "+61 2", "-ing", "@home", "\tx", "\rx", "＝1", "'tis"])(
  "addFormulaGuard puts an apostrophe before %j",
  (text) => {
    expect(addFormulaGuard(text)).toBe(`'${text}`);
  },
);

test.each(["lease", "", "a=b", "बन्ड"])("addFormulaGuard does not change %j", (text) => {
  expect(addFormulaGuard(text)).toBe(text);
});

test("removeFormulaGuard keeps an apostrophe that a learner typed before a letter", () => {
  expect(removeFormulaGuard("'tis")).toBe("'tis");
});

test("removeFormulaGuard restores any guarded text", () => {
  const risky = fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "a") });
  fc.assert(
    fc.property(fc.oneof(risky, fc.string({ unit: "binary" })), (text) => {
      expect(removeFormulaGuard(addFormulaGuard(text))).toBe(text);
    }),
  );
});
