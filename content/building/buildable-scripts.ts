import { exceededLimits } from "../../domain/content/dialogue-limits.ts";
import { findLanguage } from "../../domain/content/language.ts";
import { topicOf } from "../../domain/content/scenario.ts";
import { type DialogueScript, readValidScripts } from "../authoring/script-source.ts";
import { findTextFault } from "../authoring/text-faults.ts";
import { findSegmentProblems } from "../checking/check-dialogue.ts";
import { listFiles } from "../files/list-files.ts";
import { findEnglishWords } from "../voices/english-words.ts";
import type { DialogueFaults } from "./dialogue-faults.ts";
import type { DialoguePlace } from "./former-dialogues.ts";
import { dialogueFolder } from "./needed-audio.ts";
import { textsOf } from "./plan-pack.ts";
import type { Workspace } from "./workspace.ts";

export async function readBuildableScripts(workspace: Workspace, faults: DialogueFaults): Promise<DialogueScript[]> {
  const { scripts, faults: unreadable } = await readValidScripts(workspace.scripts);
  if (scripts.length + unreadable.length === 0)
    throw new Error(`There is no script in ${workspace.scripts}: write one, or import a table.`);
  for (const { file, message } of unreadable) faults.report(file.replace(/\.json$/, ""), message);
  for (const script of scripts) {
    for (const line of findFaults(script)) faults.report(dialogueFolder(script), line);
  }
  const buildable = scripts.filter((script) => !faults.isFaulty(dialogueFolder(script)));
  if (buildable.length === 0) throw new Error(faults.lines().join("\n"));
  return buildable;
}

export async function listUnbuilt({ scripts }: Workspace, built: readonly DialoguePlace[]): Promise<DialoguePlace[]> {
  const done = new Set(built.map(dialogueFolder));
  return [...(await listFiles(scripts)).keys()].flatMap((file) => {
    const place = parsePlace(file);
    return place && !done.has(dialogueFolder(place)) ? [place] : [];
  });
}

function parsePlace(file: string): DialoguePlace | null {
  const [folder = "", topic, name = "", ...rest] = file.split("/");
  const language = findLanguage(folder)?.name;
  const id = name.replace(/\.json$/, "");
  return language && rest.length === 0 && topic === topicOf(id) ? { language, topic, id } : null;
}

/** Finds faults before speech is synthesised and paid for. */
function findFaults(script: DialogueScript): string[] {
  const place = `scripts/${script.language}/${script.topic}/${script.id}.json`;
  const { title, segments, language, english_words = [] } = script;
  const spoken = segments.map((one) => (one.speaker === language ? one.original : one.translation)).join("\n");
  const unsaid = english_words.filter((word) => findEnglishWords(spoken, [word]).length === 0);
  const exceeded = exceededLimits({ title, units: segments.map(({ units = [] }) => units.length) });
  const ofSegments = segments.flatMap((segment, index) => {
    const texts = textsOf(script.language, segment);
    const long = [texts.name, texts.original_script, texts.translated_script].flatMap(
      (text) => findTextFault(text) ?? [],
    );
    const problems = [...long, ...findSegmentProblems(texts, script.language)];
    return problems.map((problem) => `${place}: segment ${index + 1} ${problem}`);
  });
  return [
    ...exceeded.map((fault) => `${place}: ${fault}`),
    ...unsaid.map((word) => `${place}: has “${word}” in english_words, but in no text in ${language}`),
    ...ofSegments,
  ];
}
