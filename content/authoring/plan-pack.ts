import type { LanguageName } from "../../domain/language.ts";
import {
  audioPaths,
  metadataPath,
  type ScenarioList,
  type Segment,
  scenarioFolder,
  segmentId,
  type TopicId,
  type TopicList,
  topicFolder,
} from "../../domain/scenario.ts";
import { printedArabic } from "./arabic-vowels.ts";
import { castVoice } from "./casting.ts";
import type { DialogueScript, ScriptSegment } from "./script-source.ts";
import { type Utterance, utterance } from "./voices.ts";

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

/** Everything a pack consists of, by path within it. */
export type PackPlan = { metadata: Map<string, TopicList | ScenarioList | Segment[]>; audio: Map<string, Utterance> };

/** Lays out the pack that a set of dialogues makes; lists keep the order of the dialogues. */
export function planPack(scripts: readonly DialogueScript[]): PackPlan {
  const plan: PackPlan = { metadata: new Map(), audio: new Map() };
  for (const [language, dialogues] of Map.groupBy(scripts, (script) => script.language)) {
    const byTopic = Map.groupBy(dialogues, (script) => script.topic);
    // Examples are open to everyone and found without a topic list.
    const topics = [...byTopic.keys()].filter((topic) => topic !== "example");
    plan.metadata.set(
      metadataPath(`${language}/`),
      topics.map((id) => ({ id, name: topicNames[id] })),
    );
    for (const [topic, inTopic] of byTopic) {
      const list = inTopic.map((script) => ({ id: script.id, scenario: script.title }));
      plan.metadata.set(metadataPath(topicFolder(language, topic)), list);
      for (const script of inTopic) addDialogue(plan, script);
    }
  }
  return plan;
}

function addDialogue(plan: PackPlan, script: DialogueScript): void {
  const folder = scenarioFolder(script.language, script.id);
  const segments = script.segments.map((source, index) => toSegment(script.language, source, index));
  plan.metadata.set(metadataPath(folder), segments);
  for (const [index, source] of script.segments.entries()) {
    const segment = segments[index];
    if (!segment) continue;
    const paths = audioPaths(folder, segment);
    const voice = castVoice(script, source.speaker);
    plan.audio.set(paths.original, utterance(source.speaker, voice, source.original));
    plan.audio.set(paths.translation, utterance(listenerOf(script.language, source), voice, source.translation));
  }
}

function toSegment(language: LanguageName, source: ScriptSegment, index: number): Segment {
  return {
    name: source.role,
    audio: `${segmentId(index)}.mp3`,
    original_script: printed(source.speaker, source.original),
    translated_script: printed(listenerOf(language, source), source.translation),
    original_language: source.speaker,
  };
}

function listenerOf(language: LanguageName, source: ScriptSegment): LanguageName {
  return source.speaker === "english" ? language : "english";
}

function printed(language: LanguageName, text: string): string {
  return language === "arabic" ? printedArabic(text) : text;
}
