import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countCharacters,
  maxFeedbackLength,
  maxTitleLength,
  SupportMessage,
  toOneLine,
  toPlainLines,
} from "../../../domain/support/support-message.ts";

const text = fc.string({ unit: "binary", maxLength: 300 });

describe("a support message", () => {
  test("is trimmed, with its title on one line", () => {
    const typed = { title: " No\r\nsound\u0000 ", feedback: "\n One\r\ntwo\rthree\u0007\tfour \n" };
    expect(SupportMessage.parse(typed)).toEqual({ title: "No sound", feedback: "One\ntwo\nthree\tfour" });
  });

  test.each([
    ["title", maxTitleLength],
    ["feedback", maxFeedbackLength],
  ] as const)("accepts a %s of 1 to %i characters", (field, most) => {
    const good = { title: "x", feedback: "x" };
    const accepts = (value: string) => SupportMessage.safeParse({ ...good, [field]: value }).success;
    expect([1, most].map((length) => accepts(` ${"x".repeat(length)} `))).toEqual([true, true]);
    expect(["", "  \n", "\u0000", "x".repeat(most + 1)].map(accepts)).toEqual([false, false, false, false]);
  });

  test("has a length that counts only the stored characters", () => {
    expect(countCharacters({ title: "  No\u0000 🌸 ", feedback: "\r\none\r\ntwo\u0007 " })).toEqual({
      title: 5,
      feedback: 7,
    });
  });

  test("contains no control characters, except line breaks and tabs in its feedback", () => {
    fc.assert(
      fc.property(text, (typed) => {
        expect(toOneLine(typed)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(toOneLine(typed).isWellFormed() && toPlainLines(typed).isWellFormed()).toBe(true);
        expect(toPlainLines(typed)).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
    expect(toPlainLines("one\n\ttwo\u0007")).toBe("one\n\ttwo");
  });

  test("keeps letters of several scripts, and emoji", () => {
    const letters = "Asha आशा علی 🌸👩‍👩‍👧 é";
    expect([toOneLine(letters), toPlainLines(letters)]).toEqual([letters, letters]);
  });
});
