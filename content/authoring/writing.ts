import { findLanguage, type LanguageName } from "../../domain/language.ts";

/** Scripts that are written with several of Unicode's, by their code in ISO 15924. */
const several: Readonly<Record<string, readonly string[]>> = {
  Hans: ["Han"],
  Hant: ["Han"],
  Jpan: ["Han", "Hira", "Kana"],
  Kore: ["Hang", "Han"],
};

/** Languages that are written in a second script too. */
const alsoLatin: ReadonlySet<LanguageName> = new Set(["serbian", "bosnian", "macedonian"]);

/** The letters of a language, as Unicode knows them: by the script in which CLDR says that it is mostly written. */
function lettersOf(language: LanguageName): RegExp {
  const tag = findLanguage(language)?.tag ?? "und";
  const script = new Intl.Locale(tag).maximize().script ?? "Latn";
  const names = [...(several[script] ?? [script]), ...(alsoLatin.has(language) ? ["Latn", "Cyrl"] : [])];
  return new RegExp(names.map((name) => `\\p{Script=${name}}`).join("|"), "gu");
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether a text is written in the script of a language, for the most part: names and loanwords may be in another. */
export function isWrittenAs(language: LanguageName, text: string): boolean {
  const letters = count(text, /\p{Letter}/gu);
  return letters === 0 || count(text, lettersOf(language)) * 2 >= letters;
}

/** The words without which hardly an English sentence is said. */
const functionWords = new Set(
  "the a an and or but to of in on at for with from is are was were be have has had do does did will would can could you your i my we our it this that not what when how if so me they he she there".split(
    " ",
  ),
);

/** The share of a text's words that are English function words. */
export function englishShare(text: string): number {
  const words = text.toLowerCase().match(/[\p{Letter}']+/gu) ?? [];
  if (words.length === 0) return 0;
  return words.filter((word) => functionWords.has(word.replace(/'.*/, ""))).length / words.length;
}

/** Which of two texts is English, the other being in a language; null where it cannot be told. */
export function whichIsEnglish(language: LanguageName, one: string, other: string): "one" | "other" | null {
  const writtenSo = [isWrittenAs(language, one), isWrittenAs(language, other)];
  const english = [isWrittenAs("english", one), isWrittenAs("english", other)];
  if (english[0] && writtenSo[1] && !(writtenSo[0] && english[1])) return "one";
  if (english[1] && writtenSo[0] && !(writtenSo[1] && english[0])) return "other";
  // Both are written in the same script: English shows by its small words.
  const difference = englishShare(one) - englishShare(other);
  if (Math.abs(difference) < 0.1) return null;
  return difference > 0 ? "one" : "other";
}
