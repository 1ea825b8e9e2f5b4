import type { DialogueScript } from "./script-source.ts";

export type Voice = "woman" | "man";

/**
 * Dialogues in which the speaker of the other language is a man, as the script tells or allows. In all others it is
 * a woman. The English speaker is cast against them, so that one hears who speaks.
 */
const menSpeak: ReadonlySet<string> = new Set([
  "arabic/health-1",
  "nepali/bus-2",
  "nepali/cons-1",
  "nepali/cons-2",
  "nepali/emp-1",
  "nepali/emp-2",
  "nepali/example-2",
  "nepali/fin-1",
  "nepali/fin-2",
  "nepali/health-1",
  "nepali/house-2",
  "nepali/imm-2",
  "nepali/legal-1",
  "nepali/legal-2",
  "mandarin/fin-1",
  "spanish/edu-1",
]);

/** The voice of one of the two speakers, named by the language in which that person speaks. */
export function castVoice(script: DialogueScript, speaker: string): Voice {
  const otherIsMan = menSpeak.has(`${script.language}/${script.id}`);
  const isEnglish = speaker === "english";
  return otherIsMan === isEnglish ? "woman" : "man";
}
