import type { LanguageName } from "../../domain/content/language.ts";
import {
  audioPaths,
  type ScenarioList,
  type Segment,
  type TopicList,
  type VoiceFit,
  voiceFits,
} from "../../domain/content/pack.ts";
import { metadataPath, scenarioFolder, segmentId, type TopicId, topicFolder } from "../../domain/content/scenario.ts";
import { isOfExamLength } from "../../domain/exam/exams.ts";
import { wordsIn } from "../authoring/script-length.ts";
import { compareDialogues, type DialogueScript, type ScriptSegment } from "../authoring/script-source.ts";
import { fingerprint, type Made } from "../files/manifest.ts";
import { printedArabic } from "../voices/arabic-vowels.ts";
import type { FormerDialogue } from "./former-dialogues.ts";
import { segmentKeys, targetLanguage } from "./needed-audio.ts";

const topicNames: Record<Exclude<TopicId, "example">, string> = {
  employment: "Employment",
  business: "Business",
  "consumer-affairs": "Consumer affairs",
  health: "Health",
  "immi-settlement": "Immigration and settlement",
  legal: "Legal",
  community: "Community",
  education: "Education",
  financial: "Financial",
  housing: "Housing",
  insurance: "Insurance",
  "social-services": "Social services",
};

/** By path: metadata as values or texts, and the key of each audio file. */
export type PackPlan = {
  metadata: Map<string, TopicList | ScenarioList | Segment[] | string>;
  audio: Map<string, string>;
};

export type PlannedAudio = Made & { fit?: VoiceFit | undefined };

type ListedDialogue = ScenarioList[number];

export function planPack(
  scripts: readonly DialogueScript[],
  madeFor: (key: string) => PlannedAudio,
  former: readonly FormerDialogue[] = [],
): PackPlan {
  const plan: PackPlan = { metadata: new Map(), audio: new Map() };
  const all = [...scripts, ...former].toSorted(compareDialogues);
  for (const [language, dialogues] of Map.groupBy(all, (script) => script.language)) {
    const topics: TopicList = [];
    for (const [topic, inTopic] of Map.groupBy(dialogues, (script) => script.topic)) {
      const list = inTopic.map((one) => ("listed" in one ? planFormer(plan, one) : planDialogue(plan, one, madeFor)));
      plan.metadata.set(metadataPath(topicFolder(language, topic)), list);
      // Examples have their own folder, so they are not among the topics of a language.
      if (topic === "example") continue;
      topics.push({ id: topic, name: topicNames[topic], ...summariseTopic(list) });
    }
    plan.metadata.set(metadataPath(`${language}/`), topics);
  }
  return plan;
}

function summariseTopic(list: ScenarioList): Omit<TopicList[number], "id" | "name"> {
  const ofExamLength = list.filter(({ words = 0 }) => isOfExamLength(words));
  return { dialogues: list.length, of_exam_length: ofExamLength.length, seconds: sumSeconds(list) };
}

function sumSeconds(parts: readonly { seconds?: number | undefined }[]): number {
  return Math.round(parts.reduce((sum, { seconds = 0 }) => sum + seconds, 0));
}

function planFormer(plan: PackPlan, { language, id, listed, segments, audio }: FormerDialogue): ListedDialogue {
  for (const [name, key] of audio) plan.audio.set(name, key);
  plan.metadata.set(metadataPath(scenarioFolder(language, id)), segments);
  // The fields are in the order of `planDialogue`. In another order, the bytes of the list would change without a
  // reason.
  const { version, review, level, voice_fit, ...facts } = listed;
  const fit = voice_fit ? { voice_fit } : {};
  const optional = { ...(version ? { version } : {}), ...(review ? { review } : {}), ...(level ? { level } : {}) };
  return { ...facts, ...fit, ...optional };
}

function planDialogue(plan: PackPlan, script: DialogueScript, madeFor: (key: string) => PlannedAudio): ListedDialogue {
  const { language, id, title, briefing, licence, review, level } = script;
  const folder = scenarioFolder(language, id);
  const made = script.segments.map((_, index) => {
    const keys = segmentKeys(script, index);
    return { keys, original: madeFor(keys.original), translation: madeFor(keys.translation) };
  });
  const segments = script.segments.map((source, index) => {
    const recordings = made[index];
    if (!recordings) throw new Error(`${id} has no recordings of segment ${index + 1}`);
    const segment = toSegment(language, source, index, recordings);
    const paths = audioPaths(folder, segment);
    plan.audio.set(paths.original, recordings.keys.original);
    plan.audio.set(paths.translation, recordings.keys.translation);
    return segment;
  });
  plan.metadata.set(metadataPath(folder), segments);
  const recordings = made.flatMap((of) => [of.original, of.translation]);
  const fit = leastFitOf(recordings);
  const listed: ListedDialogue = {
    id,
    scenario: title,
    ...(briefing ? { briefing } : {}),
    speakers: speakersOf(segments),
    words: Math.round(segments.reduce((sum, { original_script }) => sum + wordsIn(original_script), 0)),
    seconds: sumSeconds(made.map(({ original }) => original)),
    licence: {
      text: licence ?? "All rights reserved",
      voices: voicesOf(recordings),
    },
    ...(fit ? { voice_fit: fit } : {}),
  };
  const facts = { ...(review ? { review } : {}), ...(level ? { level } : {}) };
  return { ...listed, version: dialogueVersion(segments), ...facts };
}

/** The version changes with the texts and the audio, but not with corrections of titles, roles and units. */
function dialogueVersion(segments: readonly Segment[]): string {
  const wordsAndSounds = segments.map((one) => [one.original_script, one.translated_script, one.audio]);
  return fingerprint(JSON.stringify(wordsAndSounds)).slice(0, 10);
}

function speakersOf(segments: readonly Segment[]): ListedDialogue["speakers"] {
  const speakers = segments.map(({ name, original_language: language = "english" }) => ({ name, language }));
  return [...new Map(speakers.map((speaker) => [JSON.stringify(speaker), speaker])).values()];
}

function voicesOf(recordings: readonly Made[]): "human" | "synthetic" | "both" {
  const [voice = "synthetic", ...others] = new Set(recordings.map((made) => made.voice));
  return others.length > 0 ? "both" : voice;
}

function leastFitOf(recordings: readonly PlannedAudio[]): VoiceFit | undefined {
  const fits = new Set(recordings.map(({ fit }) => fit));
  return voiceFits.findLast((fit) => fits.has(fit));
}

/**
 * Names the audio by the content of original and translation, so that a changed file does not replace a file that a
 * learner is playing.
 */
function toSegment(
  language: LanguageName,
  source: ScriptSegment,
  index: number,
  { original, translation }: { original: Made; translation: Made },
): Segment {
  const hash = fingerprint(original.bytes, translation.bytes).slice(0, 8);
  return {
    ...textsOf(language, source),
    audio: `${segmentId(index)}-${hash}.mp3`,
    original_seconds: original.seconds,
    translated_seconds: translation.seconds,
  };
}

export function textsOf(language: LanguageName, source: ScriptSegment): Omit<Segment, "audio"> {
  return {
    name: source.role,
    original_script: printedText(source.speaker, source.original),
    translated_script: printedText(targetLanguage(language, source), source.translation),
    original_language: source.speaker,
    ...(source.units ? { units: [...source.units] } : {}),
  };
}

function printedText(language: LanguageName, text: string): string {
  return language === "arabic" ? printedArabic(text) : text;
}
