import { exceededLimits } from "../../domain/content/dialogue-limits.ts";
import { findLanguage, type LanguageName } from "../../domain/content/language.ts";
import { ScenarioList, type Segment, TopicList } from "../../domain/content/pack.ts";
import {
  exampleFolder,
  exampleLanguage,
  metadataPath,
  scenarioFolder,
  type TopicId,
  topicFolder,
  topicOf,
} from "../../domain/content/scenario.ts";
import { examWordRange, isOfExamLength } from "../../domain/exam/exams.ts";
import { wordsIn } from "../authoring/script-length.ts";
import { inParallel } from "../files/in-parallel.ts";
import { startWorkers } from "../workers/workers.ts";
import type { AudioFindings } from "./audio-checker.ts";
import { checkAudioInThread } from "./check-audio-in-thread.ts";
import { checkDialogue, type NamedAudio } from "./check-dialogue.ts";
import { findDialogueAdvice } from "./dialogue-advice.ts";
import type { HeardAudio } from "./heard-audio.ts";
import { maxAudioFileBytes, openPack, type PackReader, type Problem } from "./pack-reader.ts";

const mebibyte = 1024 * 1024;
/** In seconds. Decoders remove different amounts of the encoder's padding. */
const lengthTolerance = 0.2;
const maxPackBytes = 2048 * mebibyte;

export type { Problem };

export type CheckOptions = {
  /** True by default. */
  decode?: boolean;
  /** Also measures levels, for advice. True by default. `checkPack` ignores this option. */
  measure?: boolean;
  /** If the function throws, the check ends. */
  report?: (done: number, total: number) => void;
  memory?: HeardAudio;
  isAlreadyChecked?: (name: string, mp3: Uint8Array) => boolean;
};

/** A problem prevents a publication. Advice does not. */
export type Findings = { problems: readonly Problem[]; advice: readonly Problem[] };

export async function checkPack(directory: string, options: CheckOptions = {}): Promise<readonly Problem[]> {
  return (await inspectPack(directory, { ...options, measure: false })).problems;
}

export async function inspectPack(directory: string, options: CheckOptions = {}): Promise<Findings> {
  const pack = await openPack(directory);
  if (pack.files.size === 0) {
    pack.report(".", "has no files");
    return pack;
  }
  const recordings: NamedAudio[] = [];
  const inFolders = [...pack.files.keys()].filter((name) => name.includes("/"));
  for (const folder of new Set(inFolders.filter((name) => !name.startsWith(exampleFolder)).map(firstFolder))) {
    const language = findLanguage(folder)?.name;
    if (language) recordings.push(...(await checkLanguage(pack, language)));
    else pack.report(folder, "is not the name of a language");
  }
  if (inFolders.some((name) => name.startsWith(exampleFolder))) {
    recordings.push(...(await checkTopic(pack, exampleLanguage, "example")));
  }
  for (const name of pack.unexpectedFiles()) pack.report(name, "is not named by any metadata");
  checkSizes(pack);
  if (options.decode ?? true) await checkAudio(pack, recordings, options);
  return pack;
}

function firstFolder(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

async function checkLanguage(pack: PackReader, language: LanguageName): Promise<NamedAudio[]> {
  const name = metadataPath(`${language}/`);
  const topics = (await pack.readJson(name, TopicList)) ?? [];
  reportDuplicateIds(pack, name, topics);
  const recordings: NamedAudio[] = [];
  for (const { id, dialogues } of topics) {
    if (id === "example") pack.report(name, `lists "example", which has its own place in ${exampleFolder}`);
    else recordings.push(...(await checkTopic(pack, language, id, dialogues)));
  }
  return recordings;
}

async function checkTopic(
  pack: PackReader,
  language: LanguageName,
  topic: TopicId,
  dialogues?: number,
): Promise<NamedAudio[]> {
  const name = metadataPath(topicFolder(language, topic));
  const scenarios = (await pack.readJson(name, ScenarioList)) ?? [];
  // The public catalogue may use this number, so the number must be correct.
  if (dialogues !== undefined && dialogues !== scenarios.length) {
    pack.report(metadataPath(`${language}/`), `says ${topic} has ${dialogues} dialogues: it lists ${scenarios.length}`);
  }
  if (scenarios.length === 0 && pack.files.has(name) && !pack.hasProblem(name)) pack.report(name, "lists no dialogues");
  reportDuplicateIds(pack, name, scenarios);
  const recordings: NamedAudio[] = [];
  for (const { id, scenario: title, version, words } of scenarios) {
    if (topicOf(id) === topic) {
      const dialogue = await checkDialogue(pack, language, scenarioFolder(language, id));
      const units = dialogue.segments.map((segment) => segment.units?.length ?? 0);
      for (const fault of exceededLimits({ title, version, words, units })) pack.report(name, `"${id}" ${fault}`);
      recordings.push(...dialogue.recordings);
      adviseOnExam(pack, scenarioFolder(language, id), dialogue.segments);
      for (const words of findDialogueAdvice(dialogue.segments)) pack.advise(scenarioFolder(language, id), words);
    } else {
      pack.report(name, `lists "${id}", whose prefix belongs to ${topicOf(id)}`);
    }
  }
  return recordings;
}

/** Only advice, because dialogues for practice may have other lengths. */
function adviseOnExam(pack: PackReader, folder: string, segments: readonly Segment[]): void {
  const words = Math.round(segments.reduce((sum, { original_script }) => sum + wordsIn(original_script), 0));
  if (segments.length === 0 || isOfExamLength(words)) return;
  pack.advise(folder, `has ${words} words: the exam's dialogues have ${examWordRange.least} to ${examWordRange.most}`);
}

// The prefix of a dialogue id determines the topic, so an id that is unique in a topic is unique in a language.
function reportDuplicateIds(pack: PackReader, name: string, entries: readonly { id: string }[]): void {
  for (const [id, same] of Map.groupBy(entries, (entry) => entry.id)) {
    if (same.length > 1) pack.report(name, `lists "${id}" ${same.length} times`);
  }
}

function checkSizes(pack: PackReader): void {
  let total = 0;
  for (const [name, bytes] of pack.files) {
    total += bytes;
    if (bytes === 0) pack.report(name, "is empty");
    // Metadata has its own limit, in `readJson`.
    if (bytes > maxAudioFileBytes && !name.endsWith(".json")) {
      pack.report(name, `is larger than ${maxAudioFileBytes / mebibyte} MB`);
    }
  }
  if (total > maxPackBytes) pack.report(".", `is larger than ${maxPackBytes / mebibyte} MB in total`);
}

async function checkAudio(pack: PackReader, recordings: readonly NamedAudio[], options: CheckOptions): Promise<void> {
  const { measure = true, report, memory, isAlreadyChecked = () => false } = options;
  const heard = recordings.filter(({ file }) => {
    const bytes = pack.files.get(file) ?? 0;
    return bytes > 0 && bytes <= maxAudioFileBytes;
  });
  const found = new Map<string, AudioFindings>();
  let done = 0;
  const thread = new URL("./check-audio-in-thread.ts", import.meta.url);
  const workers = startWorkers(checkAudioInThread, thread, heard.length);
  await inParallel(heard, workers.concurrency, async ({ file: name }) => {
    const mp3 = await pack.readBytes(name);
    if (!isAlreadyChecked(name, mp3)) {
      const known = memory?.find(mp3, measure);
      const findings = known ?? (await workers.run({ mp3, measure }));
      if (!known) memory?.add(mp3, measure, findings);
      found.set(name, findings);
    }
    done += 1;
    report?.(done, heard.length);
  }).finally(workers.end);
  await memory?.save();
  // Reports findings in the order of the pack, not in the order in which the threads finish.
  for (const { file: name, seconds: stated } of heard) {
    const { fault, advice = [], seconds = 0 } = found.get(name) ?? {};
    if (fault) pack.report(name, fault);
    else if (stated !== undefined && found.has(name) && seconds < stated - lengthTolerance) {
      pack.report(name, `lasts ${seconds.toFixed(1)} seconds instead of ${stated.toFixed(1)}: build or copy it again`);
    }
    for (const words of advice) pack.advise(name, words);
  }
}
