import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findLanguage,
  languageCodesOf,
  languageLabel,
  languageNames,
  languages,
} from "../../../domain/content/language.ts";

const offered = [
  ...["Arabic", "Albanian", "Bangla", "Bosnian", "Bulgarian", "Burmese", "Cantonese", "Croatian", "Czech", "Dari"],
  ...["Dutch", "Dzongkha", "English", "Filipino", "Finnish", "French", "German", "Greek", "Gujarati", "Hazaragi"],
  ...["Hindi", "Hungarian", "Igbo", "Indonesian", "Italian", "Japanese", "Kannada", "Khmer", "Korean", "Macedonian"],
  ...["Malay", "Malayalam", "Mandarin", "Marathi", "Nepali", "Odia", "Pashto", "Persian", "Polish", "Portuguese"],
  ...["Punjabi", "Romanian", "Russian", "Serbian", "Sinhalese", "Somali", "Spanish", "Swahili", "Tamil", "Telegu"],
  ...["Thai", "Turkish", "Ukrainian", "Urdu", "Vietnamese", "Yoruba"],
];

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

describe("the languages on offer", () => {
  test("are a fixed list of 56, in a fixed order", () => {
    expect(offered).toHaveLength(56);
    expect(languages.map(({ label }) => label)).toEqual(offered);
  });

  test("have the lower-case label as their name", () => {
    expect(languageNames).toEqual(offered.map((label) => label.toLowerCase()));
    expect(languages.map(({ name }) => name)).toEqual(languageNames);
  });

  test("have unique names, native names and tags", () => {
    expect(isUnique(languageNames)).toBe(true);
    expect(isUnique(languages.map(({ nativeName }) => nativeName))).toBe(true);
    expect(isUnique(languages.map(({ tag }) => tag))).toBe(true);
  });

  test("have well-formed BCP 47 tags", () => {
    for (const { tag } of languages) {
      expect(() => new Intl.Locale(tag)).not.toThrow();
      expect(tag).toMatch(/^[a-z]{2,3}(-[A-Z][a-z]{3})?$/);
    }
  });

  test("have Unicode's English name as their label, with listed exceptions", () => {
    const english = new Intl.DisplayNames(["en"], { type: "language" });
    const named = languages.map(({ tag, label }) => [tag, english.of(tag.split("-")[0] ?? "") ?? "", label]);
    expect(named.filter(([, unicode, label]) => unicode !== label)).toEqual([
      // Unicode has no name for this language.
      ["haz", "haz", "Hazaragi"],
      // Unicode has the name "Chinese", but learners choose a spoken language.
      ["zh-Hans", "Chinese", "Mandarin"],
      // The specification has the spellings "Sinhalese" and "Telegu".
      ["si", "Sinhala", "Sinhalese"],
      ["te", "Telugu", "Telegu"],
    ]);
  });

  test("have Unicode's native name apart from case, with listed exceptions", () => {
    const otherwise = languages.filter(({ tag, nativeName }) => {
      const own = new Intl.DisplayNames([tag], { type: "language", fallback: "none" }).of(tag);
      return own?.toLowerCase() !== nativeName.toLowerCase();
    });
    expect(otherwise.map(({ label, nativeName }) => [label, nativeName])).toEqual([
      // Unicode names the written forms of Cantonese and Mandarin, but learners choose a spoken language. Unicode has
      // no native name for Hazaragi, and other names for Indonesian, Malay and Yoruba.
      ["Cantonese", "廣東話"],
      ["Hazaragi", "هزارگی"],
      ["Indonesian", "Bahasa Indonesia"],
      ["Malay", "Bahasa Melayu"],
      ["Mandarin", "普通话"],
      ["Yoruba", "Yorùbá"],
    ]);
  });

  test("include exactly six languages that are written from right to left", () => {
    const rightToLeft = languages.filter(({ direction }) => direction === "rtl").map(({ label }) => label);
    expect(rightToLeft).toEqual(["Arabic", "Dari", "Hazaragi", "Pashto", "Persian", "Urdu"]);
  });

  test("have native names in Arabic script if and only if they are written from right to left", () => {
    for (const { nativeName, direction } of languages) {
      expect([nativeName, /\p{Script=Arabic}/u.test(nativeName)]).toEqual([nativeName, direction === "rtl"]);
    }
  });

  test("are found only by their exact name", () => {
    for (const language of languages) expect(findLanguage(language.name)).toBe(language);
    for (const name of ["Nepali", "ne", "", "telugu", "constructor", "__proto__"]) {
      expect(findLanguage(name)).toBeUndefined();
    }
  });
});

describe("languageLabel", () => {
  test.each([
    [null, "Not set"],
    [undefined, "Not set"],
    ["", "Not set"],
    ["nepali", "Nepali"],
    ["Nepali", "Nepali"],
    ["NEPALI", "Nepali"],
    ["ne", "Nepali"],
    ["NE", "Nepali"],
    ["te", "Telegu"],
    ["telegu", "Telegu"],
    ["prs", "Dari"],
    ["zh-Hans", "Mandarin"],
    ["zh-HK", "Cantonese"],
    ["cy", "Welsh"],
    ["klingon", "klingon"],
    ["xx", "xx"],
  ])("labels the stored preference %j as %s", (preference, label) => {
    expect(languageLabel(preference)).toBe(label);
  });

  test.each(["constructor", "__proto__", "hasownproperty"])("returns the unknown preference %j unchanged", (text) => {
    expect(languageLabel(text)).toBe(text);
  });

  test("ignores the case of a known code and returns a capitalised name", () => {
    for (const code of codesWithNames()) {
      expect(languageLabel(code.toUpperCase())).toBe(languageLabel(code));
      expect(languageLabel(code)).toMatch(/^[A-Z][a-z]+$/);
    }
  });

  test("returns Unicode's name for a known code, with listed exceptions", () => {
    const english = new Intl.DisplayNames(["en"], { type: "language" });
    const otherwise = codesWithNames().filter((code) => languageLabel(code) !== english.of(code));
    expect(otherwise.map((code) => [code, languageLabel(code)])).toEqual([
      ["mi", "Maori"],
      ["si", "Sinhalese"],
      ["te", "Telegu"],
      ["zh", "Mandarin"],
      ["haz", "Hazaragi"],
      ["zh-hans", "Mandarin"],
      ["zh-hk", "Cantonese"],
    ]);
  });

  test("knows 39 codes in addition to the main code of each language on offer", () => {
    const own = new Set(languages.map(({ tag }) => tag.split("-")[0]));
    const others = codesWithNames().filter((code) => !own.has(code));
    expect(others.join(" ")).toBe(
      "af am az be bo ca cy da et eu fj ga gl ha he hy is ka kk ku lo lt lv mg mi mn mt no sk sl sm sv ti tl to uz zu " +
        "zh-hans zh-hk",
    );
  });

  test("knows 85 to 100 codes", () => {
    const count = codesWithNames().length;
    expect(count).toBeGreaterThanOrEqual(85);
    expect(count).toBeLessThanOrEqual(100);
  });

  test("knows the code of every language on offer", () => {
    for (const { tag, label } of languages) expect(languageLabel(tag.split("-")[0])).toBe(label);
  });

  test("returns a language's label for exactly the codes that languageCodesOf lists", () => {
    for (const language of languages) {
      const codes = codesWithNames().filter((code) => languageLabel(code) === language.label);
      expect([language.name, languageCodesOf(language).toSorted()]).toEqual([language.name, codes.toSorted()]);
      expect(languageCodesOf(language)).toContain(language.tag.split("-")[0]);
    }
  });

  test("never returns an empty label", () => {
    const stored = fc.oneof(fc.string(), fc.constantFrom(...languageNames, null, undefined));
    fc.assert(
      fc.property(stored, (preference) => {
        const label = languageLabel(preference);
        expect(typeof label).toBe("string");
        expect(label).not.toBe("");
      }),
    );
  });
});

function codesWithNames(): string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const triples = pairs.flatMap((pair) => letters.map((third) => pair + third));
  const regional = pairs.flatMap((code) => ["hans", "hant", "hk", "tw"].map((region) => `${code}-${region}`));
  return [...pairs, ...triples, ...regional].filter((code) => languageLabel(code) !== code);
}
