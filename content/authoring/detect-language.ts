import { findLanguage, type LanguageName } from "../../domain/content/language.ts";

/** Unicode scripts by ISO 15924 code, for codes that `\p{Script=…}` does not accept. */
const unicodeScripts: Readonly<Record<string, readonly string[]>> = {
  Hans: ["Han"],
  Hant: ["Han"],
  Jpan: ["Han", "Hira", "Kana"],
  Kore: ["Hang", "Han"],
};

const alsoLatinLanguages: ReadonlySet<LanguageName> = new Set(["serbian", "bosnian"]);

/** Includes marks, because many scripts write vowels as marks. */
const letters = "[\\p{Letter}\\p{Mark}]";

function letterPattern(language: LanguageName): RegExp {
  const tag = findLanguage(language)?.tag ?? "und";
  // `maximize` adds the language's likely script, from CLDR.
  const script = new Intl.Locale(tag).maximize().script ?? "Latn";
  const names = [
    ...(unicodeScripts[script] ?? [script]),
    ...(alsoLatinLanguages.has(language) ? ["Latn", "Cyrl"] : []),
  ];
  return new RegExp(`[[${names.map((name) => `\\p{Script=${name}}`).join("")}]&&${letters}]`, "gv");
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Half is enough, because names and loanwords may use another script. */
export function isWrittenInScriptOf(language: LanguageName, text: string): boolean {
  const count = countMatches(text, new RegExp(letters, "gv"));
  return count === 0 || countMatches(text, letterPattern(language)) * 2 >= count;
}

const functionWords =
  "a an the and or but to of in on at for with from is am are was were be been have has had do does did will would can could you your he she it they we i my me our his her their this that these not no what when how if so there don't i'm i'll it's can't".split(
    " ",
  );

/** By language: words of that language with the spelling of an English function word. */
const sharedFunctionWords: Partial<Record<LanguageName, string>> = {
  albanian: "a an do i me he she it in at on so has",
  bosnian: "a i to on do am no so in her me",
  croatian: "a i to on do am no so in her me",
  czech: "a i to on do my no am me her so",
  dutch: "is was in of we have had at an me if her no so on i",
  filipino: "at i so no me am on do an his",
  finnish: "on he me no in an or",
  french: "a on or an me if has no in but i do",
  german: "in an was so will am her not i on at do",
  hungarian: "a is be so no he her i has had on an at",
  igbo: "a i of at do he to me be so were was no an in on we she it is or am",
  indonesian: "an in at i is so me do",
  italian: "a in i do me no so an had has be on at or",
  malay: "an in at i is so me do",
  polish: "a i to do my on we no so at be or an it",
  portuguese: "a do me no is so at or an on i has",
  romanian: "a are in am an do i me or no so on at had it he his",
  serbian: "a i to on do am no so in her me",
  somali: "a i in is so at do he had can has an no to we my it or on",
  spanish: "a me he has no so i do her at an in it",
  swahili: "a i me no in at so",
  turkish: "a on can in an at be i so it he her",
  vietnamese: "a an do to in can i on at so he me no am be my it we",
  yoruba: "a an i at be so to do in we if on am no is or he it my me are",
};

function englishShare(text: string, language: LanguageName): number {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{Letter}\p{Mark}']+/gu) ?? [];
  if (words.length === 0) return 0;
  const shared = new Set(sharedFunctionWords[language]?.split(" "));
  const telling = new Set(functionWords.filter((word) => !shared.has(word)));
  return words.filter((word) => telling.has(word)).length / words.length;
}

const foreignLetters = /[¿¡]|(?![a-z])\p{Letter}\p{Mark}*|\p{Mark}/giu;
const decisiveLetterCount = 2;

const decisiveShareDifference = 0.1;
const plainlyEnglishLimits = { share: 0.25, words: 5 };

export function isPlainlyEnglish(language: LanguageName, text: string): boolean {
  if (!isWrittenInScriptOf("english", text)) return false;
  const words = text.trim().split(/\s+/).length;
  return words >= plainlyEnglishLimits.words && englishShare(text, language) >= plainlyEnglishLimits.share;
}

/** Assumes that one text is English and the other is in `language`. */
export function findEnglish(language: LanguageName, one: string, other: string): "one" | "other" | null {
  const writtenSo = [isWrittenInScriptOf(language, one), isWrittenInScriptOf(language, other)];
  const english = [isWrittenInScriptOf("english", one), isWrittenInScriptOf("english", other)];
  if (english[0] && writtenSo[1] && !(writtenSo[0] && english[1])) return "one";
  if (english[1] && writtenSo[0] && !(writtenSo[1] && english[0])) return "other";
  const difference = englishShare(one, language) - englishShare(other, language);
  if (Math.abs(difference) >= decisiveShareDifference) return difference > 0 ? "one" : "other";
  const [inOne, inOther] = [countMatches(one, foreignLetters), countMatches(other, foreignLetters)];
  if (inOne === 0 && inOther >= decisiveLetterCount) return "one";
  return inOther === 0 && inOne >= decisiveLetterCount ? "other" : null;
}

export const looksForeign = (text: string) => countMatches(text, foreignLetters) >= decisiveLetterCount;

export function findMixedText(
  language: LanguageName,
  original: string,
  translation: string,
): "original" | "translation" | null {
  // In a language in Latin script, the letters do not show a mixture.
  if (isWrittenInScriptOf(language, "a")) return null;
  const lettersIn = (text: string) => countMatches(text, letterPattern(language));
  const isMixed = (text: string) => lettersIn(text) >= decisiveLetterCount && !isWrittenInScriptOf(language, text);
  if (isMixed(translation) && lettersIn(original) === 0) return "translation";
  return isMixed(original) && lettersIn(translation) === 0 ? "original" : null;
}
