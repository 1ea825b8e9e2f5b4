import { lstat, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { exceededLimits } from "../../domain/content/dialogue-limits.ts";
import { printable } from "../../domain/printable.ts";
import { type DialogueScript, readScripts } from "../authoring/script-source.ts";
import { textFault } from "../authoring/text-faults.ts";
import { segmentProblems } from "../checking/check-dialogue.ts";
import { listFiles, surveyFolder } from "../files/list-files.ts";
import type { Voice } from "../voices/voice.ts";
import { findSources } from "./find-sources.ts";
import type { Cut, LongRecording } from "./long-recording.ts";
import { findReady, forgetMaking, makeRecordings, missingIn, type Ready, type Report } from "./make-recordings.ts";
import { fingerprint, type Made, type Manifest, manifestText, readManifest, writeTogether } from "./manifest.ts";
import { type PackPlan, planPack, textsOf } from "./plan-pack.ts";
import type { Workshop } from "./workshop.ts";

export type BuildOptions = {
  workshop: Workshop;
  /** Who speaks what no person recorded: the first that speaks the language. */
  voices: readonly Voice[];
  /** Between two segments of a long recording, in seconds. */
  shortestPause?: number;
  /** Asked before long recordings are cut, once for all of them. */
  agreesToCuts?: (recordings: readonly { file: string; cuts: readonly Cut[] }[]) => Promise<boolean>;
  /** Asked before anything is paid for; in US dollars. */
  agreesToPay?: (usd: number) => Promise<boolean>;
  report?: Report;
  /** Ends it before the next recording; the pack stays as it was, and what was made is kept for the next time. */
  signal?: AbortSignal | undefined;
};

/** Counts of recordings; `removed` of files that no script calls for. */
export type Built = { made: number; kept: number; removed: number; recordings: readonly Made[] };

/**
 * Makes the pack of a workshop: people's recordings first, what is missing spoken by a voice. What is unchanged is kept;
 * the same input makes the same bytes. At every moment the pack's texts name only recordings that are there, and if
 * anything cannot be made it stays as it was.
 * @throws Error that says in a sentence for each fault what to do
 */
export async function buildPack(options: BuildOptions): Promise<Built> {
  const { workshop, voices, shortestPause, agreesToCuts, agreesToPay, report, signal } = options;
  const scripts = await readScripts(workshop.scripts);
  if (scripts.length === 0) throw new Error(`No script lies in ${workshop.scripts}: write one, or import a table.`);
  const faults = scripts.flatMap(faultsOf);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { sources, long } = await findSources(workshop, scripts, voices, shortestPause);
  const manifest = await readManifest(workshop.manifest);
  await refuseLinks(workshop);
  const files = await filesBefore(workshop, manifest);
  const ready = await findReady(workshop, sources, { manifest, files });
  const missing = missingIn(sources, ready);
  await agreeToCuts(long, new Set(missing.flatMap(({ keys }) => keys)), agreesToCuts);
  const usd = missing.reduce((sum, { source }) => sum + source.price, 0);
  if (usd > 0 && !(await agreesToPay?.(usd))) throw new Error("Nothing was made, because the price was not agreed to.");
  const made = await makeRecordings(workshop, missing, { report, signal });
  for (const [key, one] of made) ready.set(key, one);
  const plan = planPack(scripts, (key) => readyFor(ready, key).made);
  await writePack(workshop, plan, ready);
  const removed = await removeUnplanned(workshop, plan);
  await forgetMaking(workshop);
  const recordings = [...sources.keys()].map((key) => readyFor(ready, key).made);
  return { made: made.size, kept: sources.size - made.size, removed, recordings };
}

/** Has the cuts of long recordings approved, as far as something is to be made of them. */
async function agreeToCuts(
  long: readonly LongRecording[],
  missing: ReadonlySet<string>,
  agrees: BuildOptions["agreesToCuts"],
): Promise<void> {
  const concerned = long.filter(({ sources }) => [...sources.keys()].some((key) => missing.has(key)));
  const read: { file: string; cuts: readonly Cut[] }[] = [];
  const faults: string[] = [];
  for (const { file, cuts } of concerned) {
    try {
      read.push({ file, cuts: await cuts() });
    } catch (error) {
      if (!(error instanceof Error) || "code" in error) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
  if (read.length > 0 && !(await agrees?.(read))) {
    throw new Error("Nothing was made, because the cuts of the long recordings were not agreed to.");
  }
}

/** What would keep a script's dialogue from being published, found before anything is spoken or paid for. */
function faultsOf(script: DialogueScript): string[] {
  const place = `scripts/${script.language}/${script.topic}/${script.id}.json`;
  const { title, segments } = script;
  const exceeded = exceededLimits({ title, units: segments.map(({ units = [] }) => units.length) });
  const ofSegments = segments.flatMap((segment, index) => {
    const texts = textsOf(script.language, segment);
    const long = [texts.name, texts.original_script, texts.translated_script].flatMap((text) => textFault(text) ?? []);
    const problems = [...long, ...segmentProblems(texts, script.language)];
    return problems.map((problem) => `${place}: segment ${index + 1} ${problem}`);
  });
  return [...exceeded.map((fault) => `${place}: ${fault}`), ...ofSegments];
}

function readyFor(ready: ReadonlyMap<string, Ready>, key: string): Ready {
  const found = ready.get(key);
  if (!found) throw new Error(`${key} was not made`);
  return found;
}

/** Through a link a build would write to, and remove from, a folder elsewhere. @throws Error that names each */
async function refuseLinks({ pack }: Workshop): Promise<void> {
  const isLink = (await lstat(pack).catch(() => null))?.isSymbolicLink();
  if (isLink) throw new Error(`${pack} is a symbolic link: put a folder in its place.`);
  const { others } = await surveyFolder(pack);
  const lines = [...others].map(([name, fault]) => printable(`${path.join(pack, name)} ${fault}: remove it.`));
  if (lines.length > 0) throw new Error(lines.join("\n"));
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

/** Writes what is new: recordings before the texts that name them, and last what remembers them. */
async function writePack({ pack, manifest }: Workshop, plan: PackPlan, ready: ReadonlyMap<string, Ready>) {
  const files = new Map<string, () => Promise<string | Buffer>>();
  for (const [name, key] of plan.audio) {
    const file = path.join(pack, name);
    const { made, read } = readyFor(ready, key);
    if (!(await holds(file, made))) files.set(file, read);
  }
  for (const [name, content] of [...plan.metadata].sort(deepestFirst)) {
    await addChanged(files, path.join(pack, name), `${JSON.stringify(content, null, 2)}\n`);
  }
  await addChanged(files, manifest, manifestText(Object.fromEntries([...ready].map(([key, { made }]) => [key, made]))));
  await writeTogether(files);
}

/** Whether a file is the recording that it is named after; somebody may have changed it. */
async function holds(file: string, { bytes }: Made): Promise<boolean> {
  const found = await readFile(file).catch(() => null);
  return found !== null && fingerprint(found) === bytes;
}

async function addChanged(
  files: Map<string, () => Promise<string | Buffer>>,
  file: string,
  text: string,
): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => null)) !== text) files.set(file, async () => text);
}

/** What is named lies deeper than what names it. */
const deepestFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  b.split("/").length - a.split("/").length;

async function removeUnplanned({ pack }: Workshop, plan: PackPlan): Promise<number> {
  const names = [...(await listFiles(pack)).keys()];
  const unplanned = names.filter((name) => !plan.audio.has(name) && !plan.metadata.has(name));
  for (const name of unplanned) await rm(path.join(pack, name));
  return unplanned.length;
}
