import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FullName, fullNameOrEmpty, fullNameProblem } from "../../../domain/accounts/full-name.ts";

describe("a full name", () => {
  test.each([
    "आशा राई",
    "李小龍",
    "Ng",
    "O'Neil-Smith",
    "José 🦉",
    "<script>alert(1)</script>",
    "محمد",
    // Joiners are part of these spellings.
    "می‌خواهم",
    "क्‍ष",
    "👩‍👩‍👧",
    // Right-to-left and left-to-right marks do not change the direction of the following text.
    "\u200fמשה\u200e 2",
  ])("%s is taken, in any script", (name) => {
    expect(fullNameProblem(name)).toBeNull();
    expect(FullName.parse(name)).toBe(name);
  });

  test("is trimmed, and in the one form in which what looks the same is the same", () => {
    expect(FullName.parse("  Asha Rai \n")).toBe("Asha Rai");
    expect(FullName.parse("Jose\u0301")).toBe("Jos\u00e9");
    expect(FullName.parse("Jos\u00e9")).toBe("Jos\u00e9");
  });

  test("has 1 to 100 characters as people count them", () => {
    expect(fullNameProblem(` ${"a".repeat(100)} `)).toBeNull();
    expect(fullNameProblem("a".repeat(101))).toBe("Full name must be at most 100 characters long");
    expect(fullNameProblem("👩‍👩‍👧".repeat(100))).toBeNull();
    expect(fullNameProblem("👩‍👩‍👧".repeat(101))).toBe("Full name must be at most 100 characters long");
    expect(fullNameProblem(`a${"\u0301".repeat(5000)}`), "one letter with marks without end").toBe(
      "Full name must be at most 100 characters long",
    );
  });

  test.each(["", "   ", "\n"])("that is %j is asked for", (typed) => {
    expect(fullNameProblem(typed)).toBe("Please enter your full name");
  });

  test.each([
    ["a control character", "Asha\u0007Rai", "U+0007"],
    ["a line of its own", "Asha\nRai", "U+000A"],
    ["the end of a line", "Asha\u2028Rai", "U+2028"],
    ["an override of the direction", "Asha \u202egpj.exe", "U+202E"],
    ["an embedding", "Asha \u202bRai", "U+202B"],
    ["an isolate", "\u2067Asha\u2069", "U+2067"],
    ["a private character", "Asha \ue000", "U+E000"],
    ["a private character of a higher plane", "Asha \u{f0000}", "U+F0000"],
    ["half of a pair", "Asha \ud83d", "U+D83D"],
  ])("with %s is refused, and says which one it is", (_, name, code) => {
    expect(fullNameProblem(name)).toBe(
      `Full name contains an invisible character that cannot be used (${code}). Please enter the name again`,
    );
  });

  test.each([
    ["joiners", "\u200d\u200c"],
    ["a zero-width space", "\u200b"],
    ["a soft hyphen", "\u00ad"],
    ["Hangul fillers", "\u3164\u115f"],
    ["an empty Braille pattern", "\u2800"],
    ["a mark with no letter", "\u0301"],
    ["tags", "\u{e0041}"],
  ])("of nothing but %s cannot be seen", (_, name) => {
    expect(fullNameProblem(name)).toBe("Full name needs at least one visible character");
  });

  test("that is refused is refused by the schema, in the same words; one that is taken is taken again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const parsed = FullName.safeParse(typed);
        const problem = fullNameProblem(typed);
        expect(parsed.error?.issues[0]?.message ?? null).toBe(problem);
        if (parsed.success) expect(FullName.parse(parsed.data)).toBe(parsed.data);
      }),
    );
  });

  test.each<unknown>([7, null, undefined])("is a text, which %j is not", (value) => {
    expect(FullName.safeParse(value).success).toBe(false);
  });
});

describe("a name that was handed over", () => {
  test.each([
    [" Jose\u0301 ", "Jos\u00e9"],
    ["\u202eevil", ""],
    ["\u200b", ""],
    ["a".repeat(101), ""],
    [undefined, ""],
  ])("%j becomes %j", (given, name) => {
    expect(fullNameOrEmpty(given)).toBe(name);
  });
});
