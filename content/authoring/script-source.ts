import path from "node:path";
import * as z from "zod/mini";
import {
  maxAcceptedWordings,
  maxEnglishWords,
  maxSegments,
  maxUnitsPerSegment,
} from "../../domain/content/dialogue-limits.ts";
import { findLanguage, type LanguageName } from "../../domain/content/language.ts";
import { type Level, levels, type Review, type ScoringUnit, unitKinds } from "../../domain/content/pack.ts";
import { exampleLanguage, ScenarioId, type TopicId, topicIds, topicOf } from "../../domain/content/scenario.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { readAuthoredJson } from "../files/json-file.ts";
import { listFolder } from "../files/list-files.ts";
import { type Sex, sexes } from "../voices/voice.ts";
import { cleanText } from "./clean-text.ts";
import { directionOverride } from "./text-faults.ts";

const Text = z.string().check(
  z.refine(
    (text) => !directionOverride.test(text),
    "contains a direction override (U+202D or U+202E); type the text again",
  ),
  z.overwrite(cleanText),
  z.minLength(1),
);

// Tables separate these words by vertical bars.
const EnglishWord = Text.check(z.refine((word) => !word.includes("|"), "contains a vertical bar"));

/** The file `scripts/{language}/{topic}/{scenarioId}.json`. */
export const Script = z.strictObject({
  id: ScenarioId,
  title: Text,
  /** The speakers, the place and the subject, in English. */
  briefing: z.optional(Text),
  /** By language of the original: the sex of the synthetic voice. */
  voices: z.optional(z.record(z.string(), z.enum(sexes))),
  licence: z.optional(Text),
  /** Who checked the language, and when. */
  review: z.optional(z.strictObject({ by: Text, on: z.iso.date() })),
  level: z.optional(z.enum(levels)),
  /** English names and terms in texts of the other language, for the speech synthesiser. */
  english_words: z.optional(z.array(EnglishWord).check(z.maxLength(maxEnglishWords))),
  segments: z
    .array(
      z.strictObject({
        role: Text,
        /** The language of the original: "english" or the dialogue's other language. */
        speaker: Text,
        original: Text,
        translation: Text,
        units: z.optional(
          z
            .array(
              z.strictObject({
                kind: z.enum(unitKinds),
                original: Text,
                translation: Text,
                accepted: z.optional(z.array(Text).check(z.maxLength(maxAcceptedWordings))),
              }),
            )
            .check(z.maxLength(maxUnitsPerSegment)),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxSegments)),
});

export type ScriptSegment = {
  role: string;
  speaker: LanguageName;
  original: string;
  translation: string;
  units?: readonly ScoringUnit[] | undefined;
};

export type DialogueScript = {
  language: LanguageName;
  topic: TopicId;
  id: string;
  title: string;
  briefing?: string | undefined;
  licence?: string | undefined;
  review?: Review | undefined;
  level?: Level | undefined;
  english_words?: readonly string[] | undefined;
  voices: { english: Sex; other: Sex };
  segments: ScriptSegment[];
};

export type ScriptFault = { file: string; message: string };

export function compareDialogues(
  a: Pick<DialogueScript, "language" | "topic" | "id">,
  b: Pick<DialogueScript, "language" | "topic" | "id">,
): number {
  return (
    a.language.localeCompare(b.language) ||
    topicIds.indexOf(a.topic) - topicIds.indexOf(b.topic) ||
    a.id.localeCompare(b.id, "en", { numeric: true })
  );
}

export async function readValidScripts(
  directory: string,
): Promise<{ scripts: DialogueScript[]; faults: ScriptFault[] }> {
  const { files, skipped } = await listFolder(directory);
  const names = [...files.keys()];
  const read = await Promise.allSettled(names.map((file) => readScript(directory, file)));
  const faults = [...skipped].map(([file, fault]) => ({ file, message: escapeUnprintable(`${file} ${fault}`) }));
  const scripts: DialogueScript[] = [];
  for (const [index, one] of read.entries()) {
    const file = names[index] ?? "";
    if (one.status === "fulfilled") scripts.push(one.value);
    else faults.push({ file, message: escapeUnprintable(String(one.reason.message)) });
  }
  return { scripts: scripts.toSorted(compareDialogues), faults };
}

export async function readScripts(directory: string): Promise<DialogueScript[]> {
  const { scripts, faults } = await readValidScripts(directory);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join("\n"));
  return scripts;
}

/**
 * @param file `{language}/{topic}/{id}.json`
 * @throws Error that names the file if it is not a valid script or is in the wrong place
 */
export async function readScript(directory: string, file: string): Promise<DialogueScript> {
  const read = await readAuthoredJson(path.join(directory, file), Script);
  if ("fault" in read) throw new Error(`${file} ${read.fault}`);
  try {
    return toDialogueScript(file, read.data);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function toDialogueScript(file: string, script: z.infer<typeof Script>): DialogueScript {
  const [folder = "", topicName, name, ...rest] = file.split("/");
  const language = findLanguage(folder)?.name;
  if (!language || rest.length > 0) throw new Error("scripts belong in {language}/{topic}/{scenarioId}.json");
  const topic = topicOf(script.id);
  if (name !== `${script.id}.json` || topicName !== topic) {
    throw new Error(`the dialogue "${script.id}" belongs in ${language}/${topic}/${script.id}.json`);
  }
  if (topic === "example" && language !== exampleLanguage) {
    throw new Error(`examples exist only in ${exampleLanguage}`);
  }
  const { id, title, briefing, licence, review, level, english_words } = script;
  const facts = {
    ...(review ? { review } : {}),
    ...(level ? { level } : {}),
    ...(english_words ? { english_words } : {}),
  };
  const segments = script.segments.map(({ units = [], ...segment }) => ({
    ...segment,
    speaker: parseSpeaker(segment.speaker, language),
    ...(units.length > 0 ? { units } : {}),
  }));
  return {
    language,
    topic,
    id,
    title,
    briefing,
    licence,
    ...facts,
    voices: readVoices(script.voices ?? {}, language),
    segments,
  };
}

/** By default the voices differ in sex, so that learners can distinguish the speakers. */
function readVoices(voices: Record<string, Sex>, language: LanguageName): DialogueScript["voices"] {
  const unknown = Object.keys(voices).find((name) => name !== "english" && name !== language);
  if (unknown) throw new Error(`voices are only for "english" and "${language}", not for "${unknown}"`);
  const other = voices[language] ?? (voices["english"] === "woman" ? "man" : "woman");
  return { english: voices["english"] ?? (other === "woman" ? "man" : "woman"), other };
}

function parseSpeaker(speaker: string, language: LanguageName): LanguageName {
  if (speaker === "english" || speaker === language) return speaker;
  throw new Error(`the speaker has to be "english" or "${language}", not "${speaker}"`);
}
