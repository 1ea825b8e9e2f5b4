import { describe, expect, it } from "vitest";
import { espeak } from "../../../content/voices/espeak.ts";
import type { Utterance } from "../../../content/voices/voice.ts";
import { findLanguage, languageNames } from "../../../domain/content/language.ts";
import { limitPathTo, withFakeProgram } from "../fake-program.ts";
import { createTemporaryDirectory } from "../sample-pack.ts";
import { encodeTestWav, sine } from "../sound/generated-sound.ts";

const said = (language: Utterance["language"], text = "…", sex: Utterance["sex"] = "woman") => ({
  language,
  sex,
  text,
});

const nameOf = (language: Utterance["language"]) => findLanguage(language)?.nativeName ?? "";

describe("espeak-ng", () => {
  // Voices as listed by `espeak-ng --voices`, with the variants f2 for a woman and m3 for a man.
  it.each([
    ["english", "en-gb-x-rp", "Good morning.", "Good morning."],
    ["nepali", "ne", "नमस्ते।", "नमस्ते।"],
    ["arabic", "ar", "مُعَلِّمٌ", "مُعَلْلِمٌ"],
    ["mandarin", "cmn-latn-pinyin", "你好。", "你好。"],
    ["spanish", "es", "Buenos días.", "Buenos días."],
    ["hindi", "hi", "नमस्ते।", "नमस्ते।"],
    ["punjabi", "pa", "ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ।", "ਸਤਿ ਸ੍ਰੀ ਅਕਾਲ।"],
    ["urdu", "ur", "سلام۔", "سلام۔"],
    ["tamil", "ta", "வணக்கம்.", "வணக்கம்."],
    ["vietnamese", "vi", "Xin chào.", "Xin chào."],
    ["italian", "it", nameOf("italian"), nameOf("italian")],
    ["french", "fr-fr", nameOf("french"), nameOf("french")],
    ["german", "de", nameOf("german"), nameOf("german")],
    ["portuguese", "pt-br", nameOf("portuguese"), nameOf("portuguese")],
    ["dutch", "nl", nameOf("dutch"), nameOf("dutch")],
    ["polish", "pl", nameOf("polish"), nameOf("polish")],
    ["czech", "cs", nameOf("czech"), nameOf("czech")],
    ["croatian", "hr", nameOf("croatian"), nameOf("croatian")],
    ["bosnian", "bs", nameOf("bosnian"), nameOf("bosnian")],
    ["serbian", "sr", nameOf("serbian"), nameOf("serbian")],
    ["bulgarian", "bg", nameOf("bulgarian"), nameOf("bulgarian")],
    ["macedonian", "mk", nameOf("macedonian"), nameOf("macedonian")],
    ["greek", "el", nameOf("greek"), nameOf("greek")],
    ["turkish", "tr", nameOf("turkish"), nameOf("turkish")],
    ["finnish", "fi", nameOf("finnish"), nameOf("finnish")],
    ["hungarian", "hu", nameOf("hungarian"), nameOf("hungarian")],
    ["romanian", "ro", nameOf("romanian"), nameOf("romanian")],
    ["russian", "ru", nameOf("russian"), nameOf("russian")],
    ["ukrainian", "uk", nameOf("ukrainian"), nameOf("ukrainian")],
    ["albanian", "sq", nameOf("albanian"), nameOf("albanian")],
    ["indonesian", "id", nameOf("indonesian"), nameOf("indonesian")],
    ["malay", "ms", nameOf("malay"), nameOf("malay")],
    ["swahili", "sw", nameOf("swahili"), nameOf("swahili")],
    ["bangla", "bn", nameOf("bangla"), nameOf("bangla")],
    ["gujarati", "gu", nameOf("gujarati"), nameOf("gujarati")],
    ["marathi", "mr", nameOf("marathi"), nameOf("marathi")],
    ["kannada", "kn", nameOf("kannada"), nameOf("kannada")],
    ["malayalam", "ml", nameOf("malayalam"), nameOf("malayalam")],
    ["telegu", "te", nameOf("telegu"), nameOf("telegu")],
    ["sinhalese", "si", nameOf("sinhalese"), nameOf("sinhalese")],
    ["korean", "ko", nameOf("korean"), nameOf("korean")],
    // The Filipino words mga and ng are not spoken as they are spelled.
    ["filipino", "id", "Mga anak ng guro, ngayon.", "manga anak nang guro, ngayon."],
  ] as const)("speaks %s in its voice %s, as a woman and a man", async (language, voice, text, spoken) => {
    const calls = await withFakeProgram("espeak-ng", { writes: encodeTestWav(sine(0.1)) });
    expect(espeak.speaks(language)).toBe(true);
    for (const sex of ["woman", "man"] as const) await espeak.say(said(language, text, sex));
    const given = calls().map(({ args, input }) => [args[args.indexOf("-v") + 1], input.normalize("NFC")]);
    expect(given).toEqual([
      [`${voice}+f2`, spoken.normalize("NFC")],
      [`${voice}+m3`, spoken.normalize("NFC")],
    ]);
    for (const { args } of calls()) {
      // The speed is in words per minute.
      const speed = Number(args[args.indexOf("-s") + 1]);
      expect(speed).toBeGreaterThanOrEqual(130);
      expect(speed).toBeLessThanOrEqual(190);
      expect(args).toEqual(expect.arrayContaining(["--stdin", "--stdout"]));
    }
  });

  it("speaks English words in another language's text with the English voice of the same sex", async () => {
    const calls = await withFakeProgram("espeak-ng", { writes: encodeTestWav(sine(0.1)) });
    const text = "Wala siyang Medicare & <payslip>, Ms Cruz.";
    await espeak.say({ ...said("indonesian", text, "man"), englishWords: ["Medicare", "payslip", "Ms Cruz"] });
    const [call] = calls();
    expect(call?.args).toContain("-m");
    // SSML 1.1, section 3.2.1: https://www.w3.org/TR/speech-synthesis11/#edef_voice
    expect(call?.input).toBe(
      '<speak>Wala siyang <voice name="en-gb-x-rp+m3">Medicare</voice> &amp; &lt;<voice name="en-gb-x-rp+m3">payslip</voice>>, <voice name="en-gb-x-rp+m3">Miz Cruz</voice>.</speak>',
    );
  });

  // Record 0163 explains the levels of fitness.
  it("returns the fitness of a voice, and refuses voices that are unfit for learners", async () => {
    for (const language of ["mandarin", "vietnamese", "punjabi", "urdu", "tamil", "nepali", "filipino"] as const) {
      expect(espeak.fitFor(language), language).toBe("comprehension");
    }
    for (const language of ["english", "spanish", "italian"] as const)
      expect(espeak.fitFor(language), language).toBe("model");
    for (const language of ["japanese", "thai", "burmese", "odia"] as const) {
      expect(espeak.speaks(language), language).toBe(false);
      await expect(espeak.say(said(language))).rejects.toThrow(
        `The espeak-ng voice for ${language} is unfit for learners.`,
      );
    }
  });

  it("returns the program's audio", async () => {
    await withFakeProgram("espeak-ng", { writes: encodeTestWav({ ...sine(0.1), rate: 22_050 }) });
    const { samples, rate } = await espeak.say(said("english"));
    expect(rate).toBe(22_050);
    expect(samples).toHaveLength(2_400);
  });

  it("is free of charge", () => {
    expect(espeak.priceOf(said("english", "a".repeat(10_000)))).toBe(0);
  });

  it("computes a different recipe for another text, sex, language or list of English words", () => {
    const recipes = [
      { ...said("spanish", "Yes."), englishWords: ["Yes"] },
      said("english", "Yes."),
      said("english", "No."),
      said("english", "Yes.", "man"),
      said("spanish", "Yes."),
    ].map(espeak.recipeOf);
    expect(new Set(recipes).size).toBe(5);
    expect(espeak.recipeOf(said("english", "Yes."))).toBe(recipes[1]);
  });

  it("has no voice for Khmer, and refuses a request for Khmer", async () => {
    const silent = languageNames.filter((language) => !espeak.speaks(language));
    expect(silent).toContain("khmer");
    await expect(espeak.say(said("khmer"))).rejects.toThrow("There is no espeak-ng voice for khmer.");
  });

  it("reports how to install a missing program, and the error output of a failed program", async () => {
    await withFakeProgram("espeak-ng", { complains: "The specified espeak-ng voice does not exist.", code: 1 });
    await expect(espeak.say(said("english"))).rejects.toThrow("The specified espeak-ng voice does not exist.");
    limitPathTo(await createTemporaryDirectory());
    await expect(espeak.say(said("english"))).rejects.toThrow("This needs espeak-ng: install it");
  });
});
