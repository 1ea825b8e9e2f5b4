import { findLanguage, type LanguageName } from "../domain/language.ts";
import {
  exampleFolder,
  exampleLanguage,
  metadataPath,
  ScenarioList,
  scenarioFolder,
  type TopicId,
  TopicList,
  topicFolder,
  topicOf,
} from "../domain/scenario.ts";
import { startAudioChecker } from "./checking/audio-checker.ts";
import { checkDialogue } from "./checking/check-dialogue.ts";
import { openPack, type PackReader, type Problem } from "./checking/pack-reader.ts";

const mebibyte = 1024 * 1024;
const largestFile = 10 * mebibyte;
const largestPack = 2048 * mebibyte;

export type { Problem };

export type CheckOptions = {
  /** Whether to decode every recording, which takes a few seconds for an hour of sound. On unless told otherwise. */
  decode?: boolean;
};

/**
 * Finds what is wrong with the content pack in a directory: its layout, its metadata, its scripts and its recordings.
 * A pack without problems can be published as it is. The directory is only read.
 */
export async function checkPack(directory: string, { decode = true }: CheckOptions = {}): Promise<Problem[]> {
  const pack = await openPack(directory);
  if (pack.files.size === 0) return [{ path: ".", problem: "has no files" }];
  const recordings: string[] = [];
  const inFolders = [...pack.files.keys()].filter((name) => name.includes("/"));
  for (const folder of new Set(inFolders.filter((name) => !name.startsWith(exampleFolder)).map(firstFolder))) {
    const language = findLanguage(folder)?.name;
    if (language) recordings.push(...(await checkLanguage(pack, language)));
    else pack.report(folder, "is not the name of a language");
  }
  // Packs of other languages are published beside the examples that are there.
  if (inFolders.some((name) => firstFolder(name) === exampleLanguage)) {
    recordings.push(...(await checkTopic(pack, exampleLanguage, "example")));
  }
  for (const name of pack.unexpected()) pack.report(name, "is named by no metadata");
  checkSizes(pack);
  if (decode) await checkAudio(pack, recordings);
  return pack.problems;
}

function firstFolder(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

async function checkLanguage(pack: PackReader, language: LanguageName): Promise<string[]> {
  const name = metadataPath(`${language}/`);
  const topics = (await pack.readJson(name, TopicList)) ?? [];
  reportRepeated(pack, name, topics);
  const recordings: string[] = [];
  for (const { id } of topics) {
    if (id === "example") pack.report(name, `lists "example", which has its own place in ${exampleFolder}`);
    else recordings.push(...(await checkTopic(pack, language, id)));
  }
  return recordings;
}

async function checkTopic(pack: PackReader, language: LanguageName, topic: TopicId): Promise<string[]> {
  const name = metadataPath(topicFolder(language, topic));
  const scenarios = (await pack.readJson(name, ScenarioList)) ?? [];
  if (scenarios.length === 0 && pack.files.has(name)) pack.report(name, "lists no scenarios");
  reportRepeated(pack, name, scenarios);
  const recordings: string[] = [];
  for (const { id } of scenarios) {
    if (topicOf(id) === topic) {
      recordings.push(...(await checkDialogue(pack, language, scenarioFolder(language, id))));
    } else {
      pack.report(name, `lists "${id}", whose prefix puts it under ${topicOf(id)}`);
    }
  }
  return recordings;
}

// An id tells its topic, so that ids unique within each topic are unique within the language.
function reportRepeated(pack: PackReader, name: string, entries: readonly { id: string }[]): void {
  for (const [id, same] of Map.groupBy(entries, (entry) => entry.id)) {
    if (same.length > 1) pack.report(name, `lists "${id}" ${same.length} times`);
  }
}

function checkSizes(pack: PackReader): void {
  let total = 0;
  for (const [name, bytes] of pack.files) {
    total += bytes;
    if (bytes === 0) pack.report(name, "is empty");
    if (bytes > largestFile) pack.report(name, `is larger than ${largestFile / mebibyte} MB`);
  }
  if (total > largestPack) pack.report(".", `is larger than ${largestPack / mebibyte} MB altogether`);
}

async function checkAudio(pack: PackReader, recordings: readonly string[]): Promise<void> {
  const checker = await startAudioChecker();
  try {
    for (const name of recordings) {
      const bytes = pack.files.get(name) ?? 0;
      if (bytes === 0 || bytes > largestFile) continue;
      const problem = await checker.problemOf(await pack.readBytes(name));
      if (problem) pack.report(name, problem);
    }
  } finally {
    checker.free();
  }
}

/** Runs the command with its arguments and prints what is wrong; answers with the exit code. */
export async function runCheck([directory]: readonly string[]): Promise<number> {
  if (!directory) {
    console.error("Usage: npm run content:check -- DIRECTORY");
    return 2;
  }
  const problems = await checkPack(directory);
  for (const { path, problem } of problems) console.error(`${path}: ${problem}`);
  console.log(problems.length === 0 ? "No problems found." : `Problems found: ${problems.length}.`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await runCheck(process.argv.slice(2));
