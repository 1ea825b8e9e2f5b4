import type { LanguageName } from "../../domain/content/language.ts";
import { runProgram } from "../files/run-program.ts";
import { readWave } from "../sound/waveform.ts";
import { divideByLanguage } from "./english-words.ts";
import { espeakLanguages } from "./espeak-languages.ts";
import type { Sex, Utterance, Voice } from "./voice.ts";

const timbres: Record<Sex, { variant: string; pitch: number }> = {
  woman: { variant: "f2", pitch: 50 },
  man: { variant: "m3", pitch: 45 },
};

function synthesisOf(language: LanguageName) {
  const synthesis = espeakLanguages[language];
  if (!synthesis) throw new Error(`There is no espeak-ng voice for ${language}.`);
  if (synthesis === "unfit") throw new Error(`The espeak-ng voice for ${language} is unfit for learners.`);
  return synthesis;
}

const voiceOf = (language: LanguageName, sex: Sex) => `${synthesisOf(language).voice}+${timbres[sex].variant}`;

function espeakOptions({ language, sex, englishWords = [] }: Utterance): string[] {
  const { speed } = synthesisOf(language);
  const { pitch } = timbres[sex];
  const markup = englishWords.length > 0 ? ["-m"] : [];
  // A low amplitude prevents clipping. `finishAudio` sets the level later.
  return ["-v", voiceOf(language, sex), "-s", `${speed}`, "-p", `${pitch}`, "-a", "70", ...markup];
}

const respell = (language: LanguageName, text: string) => synthesisOf(language).respell?.(text) ?? text;
const escapeMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function spokenText({ language, sex, text, englishWords = [] }: Utterance): string {
  if (englishWords.length === 0) return respell(language, text);
  const english = voiceOf("english", sex);
  const parts = divideByLanguage(text, englishWords).map((part) => {
    const spoken = escapeMarkup(respell(part.isEnglish ? "english" : language, part.text));
    return part.isEnglish ? `<voice name="${english}">${spoken}</voice>` : spoken;
  });
  return `<speak>${parts.join("")}</speak>`;
}

export const espeak: Voice = {
  name: "espeak-ng",
  speaks: (language) => (espeakLanguages[language] ?? "unfit") !== "unfit",
  fitFor: (language) => synthesisOf(language).fit,
  recipeOf: (utterance) => JSON.stringify([espeakOptions(utterance), spokenText(utterance)]),
  speakerOf: () => null,
  priceOf: () => 0,
  say: async (utterance) =>
    readWave(
      await runProgram("espeak-ng", [...espeakOptions(utterance), "--stdin", "--stdout"], spokenText(utterance)),
    ),
};
