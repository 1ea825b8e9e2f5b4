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
    // These names contain zero-width joiners or non-joiners.
    "می‌خواهم",
    "क्‍ष",
    "👩‍👩‍👧",
    // U+200E and U+200F start no embedding, override or isolate.
    "\u200fמשה\u200e 2",
  ])("can be %s", (name) => {
    expect(fullNameProblem(name)).toBeNull();
    expect(FullName.parse(name)).toBe(name);
  });

  test("is trimmed and normalised to composed characters", () => {
    expect(FullName.parse("  Asha Rai \n")).toBe("Asha Rai");
    expect(FullName.parse("Jose\u0301")).toBe("Jos\u00e9");
    expect(FullName.parse("Jos\u00e9")).toBe("Jos\u00e9");
  });

  test("has at most 100 graphemes, and at most 1,000 UTF-16 units", () => {
    expect(fullNameProblem(` ${"a".repeat(100)} `)).toBeNull();
    expect(fullNameProblem("a".repeat(101))).toBe("Full name must be at most 100 characters long");
    expect(fullNameProblem("👩‍👩‍👧".repeat(100))).toBeNull();
    expect(fullNameProblem("👩‍👩‍👧".repeat(101))).toBe("Full name must be at most 100 characters long");
    // NFC combines the letter and the first mark.
    expect(fullNameProblem(`a${"\u0301".repeat(1000)}`)).toBeNull();
    expect(fullNameProblem(`a${"\u0301".repeat(1001)}`), "one letter with 1,001 marks").toBe(
      "Full name must be at most 100 characters long",
    );
  });

  test.each(["", "   ", "\n"])("is refused as missing if it is %j", (typed) => {
    expect(fullNameProblem(typed)).toBe("Please enter your full name");
  });

  test.each([
    ["a control character", "Asha\u0007Rai", "U+0007"],
    ["a line break", "Asha\nRai", "U+000A"],
    ["a line separator", "Asha\u2028Rai", "U+2028"],
    ["a direction override", "Asha \u202egpj.exe", "U+202E"],
    ["a direction embedding", "Asha \u202bRai", "U+202B"],
    ["a direction isolate", "\u2067Asha\u2069", "U+2067"],
    ["a private-use character", "Asha \ue000", "U+E000"],
    ["a private-use character of a higher plane", "Asha \u{f0000}", "U+F0000"],
    ["half of a surrogate pair", "Asha \ud83d", "U+D83D"],
  ])("is refused if it contains %s, and the message names the code point", (_, name, code) => {
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
    ["a combining mark", "\u0301"],
    ["tag characters", "\u{e0041}"],
  ])("is refused if it consists only of %s", (_, name) => {
    expect(fullNameProblem(name)).toBe("Full name needs at least one visible character");
  });

  test("is refused with the same message by FullName and fullNameProblem", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const parsed = FullName.safeParse(typed);
        const problem = fullNameProblem(typed);
        expect(parsed.error?.issues[0]?.message ?? null).toBe(problem);
        if (parsed.success) expect(FullName.parse(parsed.data)).toBe(parsed.data);
      }),
    );
  });

  test.each<unknown>([7, null, undefined])("is refused if it is %j instead of text", (value) => {
    expect(FullName.safeParse(value).success).toBe(false);
  });
});

describe("fullNameOrEmpty", () => {
  test.each([
    [" Jose\u0301 ", "Jos\u00e9"],
    ["\u202eevil", ""],
    ["\u200b", ""],
    ["a".repeat(101), ""],
    [undefined, ""],
  ])("turns the name %j of an identity provider into %j", (given, name) => {
    expect(fullNameOrEmpty(given)).toBe(name);
  });
});
