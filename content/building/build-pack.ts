import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type DialogueScript, readScripts } from "../authoring/script-source.ts";
import { segmentProblems } from "../checking/segment-problems.ts";
import { listFiles } from "../files/list-files.ts";
import type { Utterance, Voice } from "../voices/voice.ts";
import { forgetMaking, makeRecordings, type Ready, type Report } from "./make-recordings.ts";
import { type Made, type Manifest, readManifest, writeManifest, writeWhole } from "./manifest.ts";
import { neededRecordings } from "./needed-recordings.ts";
import { type PackPlan, planPack, textsOf } from "./plan-pack.ts";
import { fromPerson, fromVoice, type RecordingSource, recordedFiles } from "./recording-source.ts";
import type { Workshop } from "./workshop.ts";

export type BuildOptions = {
  workshop: Workshop;
  /** Who speaks what no person recorded: the first that speaks the language. */
  voices: readonly Voice[];
  /** Asked before anything is paid for; in US dollars. */
  agreesToPay?: (usd: number) => Promise<boolean>;
  report?: Report;
};

/** Counts of recordings; `removed` of files that no script calls for. */
export type Built = { made: number; kept: number; removed: number; recordings: readonly Made[] };

/**
 * Makes the pack of a workshop: people's recordings first, what is missing spoken by a voice. What is unchanged is kept;
 * the same input makes the same bytes. At every moment the pack's texts name only recordings that are there, and if
 * anything cannot be made it stays as it was.
 * @throws Error that says in a sentence for each fault what to do
 */
export async function buildPack({ workshop, voices, agreesToPay, report }: BuildOptions): Promise<Built> {
  const scripts = await readScripts(workshop.scripts);
  if (scripts.length === 0) throw new Error(`No script lies in ${workshop.scripts}: write one, or import a table.`);
  const faults = scripts.flatMap(faultsOf);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const sources = await findSources(workshop, scripts, voices);
  const manifest = await readManifest(workshop.manifest);
  const before = { manifest, files: await filesBefore(workshop, manifest) };
  const usd = [...sources].reduce((sum, [key, { price, from }]) => {
    const known = manifest[key];
    return known && from.includes(known.from) ? sum : sum + price;
  }, 0);
  if (usd > 0 && !(await agreesToPay?.(usd))) throw new Error("Nothing was made, because the price was not agreed to.");
  const { ready, made } = await makeRecordings(workshop, sources, before, report);
  const plan = planPack(scripts, (key) => readyFor(ready, key).made);
  await writeRecordings(workshop, plan, ready);
  await writeMetadata(workshop, plan);
  await writeManifest(workshop.manifest, Object.fromEntries([...ready].map(([key, one]) => [key, one.made])));
  const removed = await removeUnplanned(workshop, plan);
  await forgetMaking(workshop);
  return { made, kept: sources.size - made, removed, recordings: [...ready.values()].map((one) => one.made) };
}

/** What would keep a script's dialogue from being published, found before anything is spoken or paid for. */
function faultsOf(script: DialogueScript): string[] {
  const place = `scripts/${script.language}/${script.topic}/${script.id}.json`;
  return script.segments.flatMap((segment, index) =>
    segmentProblems(textsOf(script.language, segment), script.language).map(
      (problem) => `${place}: segment ${index + 1} ${problem}`,
    ),
  );
}

function readyFor(ready: ReadonlyMap<string, Ready>, key: string): Ready {
  const found = ready.get(key);
  if (!found) throw new Error(`${key} was not made`);
  return found;
}

async function findSources(workshop: Workshop, scripts: readonly DialogueScript[], voices: readonly Voice[]) {
  const needed = neededRecordings(scripts);
  const recorded = await recordedFiles(workshop.recordings);
  const stray = [...recorded.keys()].filter((key) => !needed.has(key));
  if (stray.length > 0) {
    throw new Error(
      stray.map((key) => `recordings/${key}: no script has this segment; rename or remove it`).join("\n"),
    );
  }
  const sources = new Map<string, RecordingSource>();
  const silent = new Map<string, number>();
  for (const [key, utterance] of needed) {
    const file = recorded.get(key);
    const source = file ? await fromPerson(file) : spokenBy(utterance, voices);
    if (source) sources.set(key, source);
    else silent.set(utterance.language, (silent.get(utterance.language) ?? 0) + 1);
  }
  if (silent.size === 0) return sources;
  const lacks = [...silent].map(([language, count]) => `${count} in ${language}`).join(", ");
  throw new Error(`No voice speaks these recordings: ${lacks}. Record them, or choose another voice (--voice polly).`);
}

function spokenBy(utterance: Utterance, voices: readonly Voice[]): RecordingSource | null {
  const voice = voices.find((one) => one.speaks(utterance.language));
  return voice ? fromVoice(utterance, voice, voices) : null;
}

/** Where the recordings of the manifest lie in the pack: their names tell no more than their segment. */
async function filesBefore({ pack }: Workshop, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const form = /^(?<folder>.+)\/segments\/(?<segment>segment-\d+)(-[0-9a-f]{8})?(?<ending>_translated)?\.mp3$/;
  for (const name of (await listFiles(pack)).keys()) {
    const { folder, segment, ending = "" } = form.exec(name)?.groups ?? {};
    const key = `${folder}/${segment}${ending}`;
    if (key in manifest) files.set(key, path.join(pack, name));
  }
  return files;
}

async function writeRecordings({ pack }: Workshop, { audio }: PackPlan, ready: ReadonlyMap<string, Ready>) {
  const present = await listFiles(pack);
  for (const [name, key] of audio) {
    if (present.has(name)) continue;
    const file = path.join(pack, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeWhole(file, await readyFor(ready, key).read());
  }
}

/** What is named lies deeper than what names it. */
const deepestFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  b.split("/").length - a.split("/").length;

async function writeMetadata({ pack }: Workshop, { metadata }: PackPlan): Promise<void> {
  for (const [name, content] of [...metadata].sort(deepestFirst)) {
    const file = path.join(pack, name);
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if ((await readFile(file, "utf8").catch(() => "")) === text) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeWhole(file, text);
  }
}

async function removeUnplanned({ pack }: Workshop, plan: PackPlan): Promise<number> {
  const names = [...(await listFiles(pack)).keys()];
  const unplanned = names.filter((name) => !plan.audio.has(name) && !plan.metadata.has(name));
  for (const name of unplanned) await rm(path.join(pack, name));
  return unplanned.length;
}
