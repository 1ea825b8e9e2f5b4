import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { findLanguage, type LanguageName } from "../../domain/language.ts";
import { ScenarioId, type TopicId, topicIds, topicOf } from "../../domain/scenario.ts";
import { listFiles } from "../files/list-files.ts";

const Text = z.string().check(z.trim(), z.minLength(1));

const Script = z.strictObject({
  id: ScenarioId,
  title: Text,
  segments: z
    .array(z.strictObject({ role: Text, speaker: Text, original: Text, translation: Text }))
    .check(z.minLength(1)),
});

export type ScriptSegment = {
  /** Who speaks, as shown ("Doctor"). */
  role: string;
  /** The language heard. */
  speaker: LanguageName;
  original: string;
  translation: string;
};

/** A dialogue as its author wrote it. */
export type DialogueScript = {
  language: LanguageName;
  topic: TopicId;
  id: string;
  title: string;
  segments: ScriptSegment[];
};

/**
 * Reads all dialogues below a directory of `{language}/{topic}/{scenarioId}.json`, sorted by language, then by the
 * product's order of topics, then by number.
 * @throws Error that names the file, if one does not have the form of a script or lies in the wrong place.
 */
export async function readScripts(directory: string): Promise<DialogueScript[]> {
  const files = [...(await listFiles(directory)).keys()];
  const scripts = await Promise.all(files.map((file) => readScript(directory, file)));
  return scripts.sort(
    (a, b) =>
      a.language.localeCompare(b.language) ||
      topicIds.indexOf(a.topic) - topicIds.indexOf(b.topic) ||
      a.id.localeCompare(b.id, "en", { numeric: true }),
  );
}

async function readScript(directory: string, file: string): Promise<DialogueScript> {
  try {
    const content = JSON.parse(await readFile(path.join(directory, file), "utf8"));
    return placeScript(file, Script.parse(content, { error: z.locales.en().localeError }));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof z.core.$ZodError ? z.prettifyError(error) : error}`, { cause: error });
  }
}

function placeScript(file: string, script: z.infer<typeof Script>): DialogueScript {
  const [folder = "", topicName, name, ...rest] = file.split("/");
  const language = findLanguage(folder)?.name;
  if (!language || rest.length > 0) throw new Error("scripts lie in {language}/{topic}/{scenarioId}.json");
  const topic = topicOf(script.id);
  if (name !== `${script.id}.json` || topicName !== topic) {
    throw new Error(`the scenario "${script.id}" belongs in ${language}/${topic}/${script.id}.json`);
  }
  const segments = script.segments.map((segment) => ({ ...segment, speaker: speakerOf(segment.speaker, language) }));
  return { language, topic, id: script.id, title: script.title, segments };
}

function speakerOf(speaker: string, language: LanguageName): LanguageName {
  if (speaker === "english" || speaker === language) return speaker;
  throw new Error(`the speaker is "english" or "${language}", not "${speaker}"`);
}
