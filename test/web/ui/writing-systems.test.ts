import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findLanguage, languages } from "../../../domain/content/language.ts";
import { languageAttributes, type WritingSystem, writingSystemOf } from "../../../web/src/ui/writing-systems.ts";

const web = join(import.meta.dirname, "..", "..", "..", "web", "src");

function covers(css: string): (character: string) => boolean {
  const ranges = [...css.matchAll(/unicode-range:\s*([^;]+)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((range) => range.trim().replace("U+", "").split("-")),
  );
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(
      ([from = "", to = from]) => code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16),
    );
  };
}

const textFace = covers(readFileSync(join(web, "ui", "fonts.css"), "utf8"));
const nativeNames = covers(readFileSync(join(web, "features/language/native-names/native-names.css"), "utf8"));

const Stylesheet = z.object({ default: z.string() });

async function stylesheetOf(script: WritingSystem): Promise<string> {
  const brought = await script.load();
  return brought === undefined ? "" : Stylesheet.parse(brought).default;
}

describe.each(languages.map(({ name, nativeName }) => ({ name, nativeName })))(
  "the language $name",
  ({ name, nativeName }) => {
    test("has app fonts for every character of its native name in the language list", () => {
      const missing = [...nativeName.normalize("NFC")].filter(
        (character) => !textFace(character) && !nativeNames(character),
      );
      expect(missing).toEqual([]);
    });

    test("has text fonts for every character of its native name", async () => {
      const script = writingSystemOf(name);
      const css = await stylesheetOf(script);
      const own = covers(css);
      const missing = [...nativeName.normalize("NFC")].filter((character) => !textFace(character) && !own(character));
      expect(missing).toEqual([]);
      if (css) expect(css).toContain(`'${script.families.at(-1)}'`);
    });
  },
);

describe("writing systems", () => {
  test("languageAttributes names the language and its direction", () => {
    expect(languageAttributes("arabic")).toMatchObject({ lang: "ar", dir: "rtl" });
    expect(languageAttributes("mandarin")).toMatchObject({ lang: "zh-Hans", dir: "ltr" });
    expect(languageAttributes(undefined)).toEqual({ dir: "auto" });
  });

  test("writingSystemOf returns 1.5 to 2.2 times the English line height for Urdu", () => {
    const ratio = writingSystemOf("urdu").lineHeight / writingSystemOf("english").lineHeight;
    expect(ratio).toBeGreaterThan(1.5);
    expect(ratio).toBeLessThan(2.2);
  });

  test("writingSystemOf returns a font family for every language that is written from right to left", () => {
    for (const { name } of languages.filter(({ direction }) => direction === "rtl")) {
      expect(writingSystemOf(name).families.length, findLanguage(name)?.label).toBeGreaterThan(0);
    }
  });
});
