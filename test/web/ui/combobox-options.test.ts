import { describe, expect, test } from "vitest";
import { languageOptions } from "../../../web/src/features/language/language-options.ts";
import { foldText, impliedOption, matchingOptions } from "../../../web/src/ui/combobox-options.ts";

const options = languageOptions(null);
const found = (query: string) => matchingOptions(options, query).map(({ label }) => label);

describe("the language options", () => {
  test("are all listed if the query is empty or has only spaces", () => {
    expect(found("")).toEqual(options.map(({ label }) => label));
    expect(found("   ")).toHaveLength(56);
  });

  test.each([
    ["nepali", ["Nepali"]],
    ["  NEPALI ", ["Nepali"]],
    ["नेपाली", ["Nepali"]],
    ["cestina", ["Czech"]],
    ["Čeština", ["Czech"]],
    ["tieng viet", ["Vietnamese"]],
    ["yoruba", ["Yoruba"]],
    ["فارسی", ["Persian"]],
    ["한국", ["Korean"]],
    ["русскии", ["Russian"]],
    ["ελληνικα", ["Greek"]],
    ["telugu", ["Telegu"]],
    ["farsi", ["Persian"]],
    ["chinese", ["Cantonese", "Mandarin"]],
    ["中文", ["Cantonese", "Mandarin"]],
    ["廣東話", ["Cantonese"]],
    ["广东话", ["Cantonese"]],
    ["bn", ["Bangla"]],
    ["yue", ["Cantonese"]],
    ["zh", ["Mandarin", "Cantonese"]],
    ["klingon", []],
    [".*", []],
  ])("for the query %s are %j", (query, labels) => {
    expect(found(query)).toEqual(labels);
  });

  test("rank labels that start with the query above other partial matches", () => {
    expect(found("ma")).toEqual([
      "Macedonian",
      "Malay",
      "Malayalam",
      "Mandarin",
      "Marathi",
      "Hungarian",
      "Burmese",
      "German",
      "Romanian",
      "Somali",
    ]);
    expect(found("indonesia")).toEqual(["Indonesian"]);
  });

  test("match every language by its native and its English name", () => {
    for (const { label, secondName } of options) {
      expect(found(label)).toContain(label);
      expect(found(secondName?.text ?? "")).toContain(label);
    }
  });

  test("imply a language only if it is the only match or the only exact match", () => {
    expect(impliedOption(options, "nep")?.label).toBe("Nepali");
    expect(impliedOption(options, "malay")?.label).toBe("Malay");
    expect(impliedOption(options, "ma")).toBeNull();
    expect(impliedOption(options, "")).toBeNull();
    expect(impliedOption(options, "klingon")).toBeNull();
    expect(impliedOption(options, "chinese")).toBeNull();
    expect(impliedOption(options, "bn")?.label).toBe("Bangla");
  });

  test("keep a Devanagari vowel sign when foldText normalises a name", () => {
    expect(foldText("नेपाली")).toContain("े");
  });
});
