import { describe, expect, test } from "vitest";
import { languageOptions } from "../../../web/src/features/language/language-options.ts";
import { type ComboboxList, closedList, onComboboxKey } from "../../../web/src/ui/combobox-keys.ts";
import { foldText, impliedOption, matchingOptions } from "../../../web/src/ui/combobox-options.ts";

const options = languageOptions(null);
const found = (query: string) => matchingOptions(options, query).map(({ label }) => label);

describe("finding a language", () => {
  test("all of them, in their order, while nothing is typed", () => {
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
  ])("%s", (query, labels) => {
    expect(found(query)).toEqual(labels);
  });

  test("labels that begin so come first, then other names, then words inside", () => {
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

  test("every language is found by its own name and by its English one", () => {
    for (const { label, secondName } of options) {
      expect(found(label)).toContain(label);
      expect(found(secondName?.text ?? "")).toContain(label);
    }
  });

  test("a text stands for a language only without doubt", () => {
    expect(impliedOption(options, "nep")?.label).toBe("Nepali");
    expect(impliedOption(options, "malay")?.label).toBe("Malay");
    expect(impliedOption(options, "ma")).toBeNull();
    expect(impliedOption(options, "")).toBeNull();
    expect(impliedOption(options, "klingon")).toBeNull();
    expect(impliedOption(options, "chinese")).toBeNull();
    expect(impliedOption(options, "bn")?.label).toBe("Bangla");
  });

  test("folding keeps vowel signs, which are no accents", () => {
    expect(foldText("नेपाली")).toContain("े");
  });
});

const open: ComboboxList = { open: true, query: null, active: 0, browsing: true };
const typed: ComboboxList = { open: true, query: "ma", active: 0, browsing: false };

function press(key: string, list: ComboboxList, { altKey = false, count = 5, chosenAt = -1 } = {}) {
  return onComboboxKey({ key, altKey }, { list, count, chosenAt });
}

describe("the keys of the field", () => {
  test.each([
    ["ArrowDown", closedList, { open: true, active: 0 }],
    ["ArrowUp", closedList, { open: true, active: 4 }],
    ["ArrowDown", open, { active: 1 }],
    ["ArrowUp", open, { active: 4 }],
    ["ArrowUp", { ...open, active: -1 }, { active: 4 }],
    ["ArrowDown", { ...open, active: 4 }, { active: 0 }],
    ["Home", { ...open, active: 3 }, { active: 0 }],
    ["End", open, { active: 4 }],
    ["ArrowLeft", open, { browsing: false }],
  ])("%s, %#", (key, list, change) => {
    expect(press(key, list)).toMatchObject({ list: change });
  });

  test("the list opens at what is chosen", () => {
    expect(press("ArrowDown", closedList, { chosenAt: 3 })).toMatchObject({ list: { open: true, active: 3 } });
  });

  test("Home and End move in the text until the arrows are used", () => {
    for (const key of ["Home", "End"]) expect(press(key, typed)).toBeNull();
  });

  test("Escape closes the list and gives the text up", () => {
    expect(press("Escape", typed)).toEqual({ list: closedList, handled: true });
    expect(press("Escape", closedList)).toBeNull();
    expect(press("ArrowUp", open, { altKey: true })).toEqual({ list: closedList, handled: true });
  });

  test("Enter chooses, and sends the form only while the list is closed", () => {
    expect(press("Enter", typed)).toEqual({ choose: 0, handled: true });
    expect(press("Enter", { ...typed, active: -1 })).toMatchObject({ handled: true });
    expect(press("Enter", closedList)).toBeNull();
  });

  test("Tab takes what was found by typing, not what was looked at", () => {
    expect(press("Tab", typed)).toEqual({ choose: 0, handled: false });
    expect(press("Tab", open)).toBeNull();
  });

  test("nothing can be reached in an empty list", () => {
    for (const key of ["ArrowDown", "ArrowUp"])
      expect(press(key, typed, { count: 0 })).toMatchObject({ list: { active: -1 } });
    expect(press("End", open, { count: 0 })).toBeNull();
  });
});
