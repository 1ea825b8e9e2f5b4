import { lstat, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { exceededLimits } from "../../domain/content/dialogue-limits.ts";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { type DialogueScript, readScripts } from "../authoring/script-source.ts";
import { findTextFault } from "../authoring/text-faults.ts";
import { findSegmentProblems } from "../checking/check-dialogue.ts";
import { listFiles, listFolder } from "../files/list-files.ts";
import type { Voice } from "../voices/voice.ts";
import { findSources } from "./find-sources.ts";
import type { Cut, LongRecording } from "./long-recording.ts";
import {
  deleteIntermediateFiles,
  findMissing,
  findReady,
  makeAudioFiles,
  type ReadyAudio,
  type ReportBuildProgress,
} from "./make-audio-files.ts";
import { fingerprint, formatManifest, type Made, type Manifest, readManifest, writeAllOrNone } from "./manifest.ts";
import { type PackPlan, planPack, textsOf } from "./plan-pack.ts";
import type { Workspace } from "./workspace.ts";

export type BuildOptions = {
  workspace: Workspace;
  /** Voices for utterances without a recording. The first voice that speaks the language is used. */
  voices: readonly Voice[];
  /** The minimum pause between two segments of a long recording, in seconds. */
  shortestPause?: number;
  /** Called once for all long recordings, before they are cut. */
  confirmCuts?: (recordings: readonly { file: string; cuts: readonly Cut[] }[]) => Promise<boolean>;
  /** Called with the price in US dollars before any paid request. */
  confirmPayment?: (usd: number) => Promise<boolean>;
  report?: ReportBuildProgress;
  /**
   * Stops the build before the next audio file. The pack remains unchanged, and the next build reuses the finished
   * files.
   */
  signal?: AbortSignal | undefined;
};

/** Counts of audio files; `removed` counts files that no script needs. */
export type BuildResult = { made: number; reused: number; removed: number; recordings: readonly Made[] };

/**
 * Builds the pack of a workspace from people's recordings. A synthesised voice replaces missing recordings. Reuses
 * unchanged audio files. The same input produces the same bytes. At every moment, the pack's metadata names only
 * existing files. A failed build leaves the pack unchanged.
 * @throws Error with one sentence for each fault that says what to do
 */
export async function buildPack(options: BuildOptions): Promise<BuildResult> {
  const { workspace, voices, shortestPause, confirmCuts, confirmPayment, report, signal } = options;
  const scripts = await readScripts(workspace.scripts);
  if (scripts.length === 0)
    throw new Error(`There is no script in ${workspace.scripts}: write one, or import a table.`);
  const faults = scripts.flatMap(findFaults);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { sources, long } = await findSources(workspace, scripts, voices, shortestPause);
  const manifest = await readManifest(workspace.manifest);
  await refuseLinks(workspace);
  const files = await findPreviousFiles(workspace, manifest);
  const ready = await findReady(workspace, sources, { manifest, files });
  const missing = findMissing(sources, ready);
  await confirmLongCuts(long, new Set(missing.flatMap(({ keys }) => keys)), confirmCuts);
  const usd = missing.reduce((sum, { source }) => sum + source.price, 0);
  if (usd > 0 && !(await confirmPayment?.(usd)))
    throw new Error("Nothing was made, because you did not agree to the price.");
  const made = await makeAudioFiles(workspace, missing, { report, signal });
  for (const [key, one] of made) ready.set(key, one);
  const plan = planPack(scripts, (key) => requireReady(ready, key).made);
  await writePack(workspace, plan, ready);
  const removed = await removeUnplanned(workspace, plan);
  await deleteIntermediateFiles(workspace);
  const recordings = [...sources.keys()].map((key) => requireReady(ready, key).made);
  return { made: made.size, reused: sources.size - made.size, removed, recordings };
}

/** Asks for consent to the cuts of the long recordings from which audio files are missing. */
async function confirmLongCuts(
  long: readonly LongRecording[],
  missing: ReadonlySet<string>,
  agrees: BuildOptions["confirmCuts"],
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
    throw new Error("Nothing was made, because you did not agree to the cuts of the long recordings.");
  }
}

/** Finds the faults that would stop a publication, before anything is synthesised or paid. */
function findFaults(script: DialogueScript): string[] {
  const place = `scripts/${script.language}/${script.topic}/${script.id}.json`;
  const { title, segments } = script;
  const exceeded = exceededLimits({ title, units: segments.map(({ units = [] }) => units.length) });
  const ofSegments = segments.flatMap((segment, index) => {
    const texts = textsOf(script.language, segment);
    const long = [texts.name, texts.original_script, texts.translated_script].flatMap(
      (text) => findTextFault(text) ?? [],
    );
    const problems = [...long, ...findSegmentProblems(texts, script.language)];
    return problems.map((problem) => `${place}: segment ${index + 1} ${problem}`);
  });
  return [...exceeded.map((fault) => `${place}: ${fault}`), ...ofSegments];
}

function requireReady(ready: ReadonlyMap<string, ReadyAudio>, key: string): ReadyAudio {
  const found = ready.get(key);
  if (!found) throw new Error(`${key} was not made`);
  return found;
}

/**
 * Refuses a pack that is or contains a link. Through a link, a build would change a folder outside the pack.
 * @throws Error that names each link
 */
async function refuseLinks({ pack }: Workspace): Promise<void> {
  const isLink = (await lstat(pack).catch(() => null))?.isSymbolicLink();
  if (isLink) throw new Error(`${pack} is a symbolic link: replace it by a folder.`);
  const { skipped } = await listFolder(pack);
  const lines = [...skipped].map(([name, fault]) => escapeUnprintable(`${path.join(pack, name)} ${fault}: remove it.`));
  if (lines.length > 0) throw new Error(lines.join("\n"));
}

/**
 * Finds the pack's audio files that the manifest lists, by key. A file's path contains its segment, and the key is
 * derived from the path.
 */
async function findPreviousFiles({ pack }: Workspace, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const form = /^(?<folder>.+)\/segments\/(?<segment>segment-\d+)(-[0-9a-f]{8})?(?<ending>_translated)?\.mp3$/;
  for (const name of (await listFiles(pack)).keys()) {
    const { folder, segment, ending = "" } = form.exec(name)?.groups ?? {};
    const key = `${folder}/${segment}${ending}`;
    if (key in manifest) files.set(key, path.join(pack, name));
  }
  return files;
}

/** Writes audio files before the metadata that names them, and the manifest last. */
async function writePack({ pack, manifest }: Workspace, plan: PackPlan, ready: ReadonlyMap<string, ReadyAudio>) {
  const files = new Map<string, () => Promise<string | Buffer>>();
  for (const [name, key] of plan.audio) {
    const file = path.join(pack, name);
    const { made, read } = requireReady(ready, key);
    if (!(await isIntact(file, made))) files.set(file, read);
  }
  for (const [name, content] of [...plan.metadata].sort(compareDeepestFirst)) {
    await addChanged(files, path.join(pack, name), `${JSON.stringify(content, null, 2)}\n`);
  }
  await addChanged(
    files,
    manifest,
    formatManifest(Object.fromEntries([...ready].map(([key, { made }]) => [key, made]))),
  );
  await writeAllOrNone(files);
}

async function isIntact(file: string, { bytes }: Made): Promise<boolean> {
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

/** Sorts names by depth, so that metadata is written before the lists that name it. */
const compareDeepestFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  b.split("/").length - a.split("/").length;

async function removeUnplanned({ pack }: Workspace, plan: PackPlan): Promise<number> {
  const names = [...(await listFiles(pack)).keys()];
  const unplanned = names.filter((name) => !plan.audio.has(name) && !plan.metadata.has(name));
  for (const name of unplanned) await rm(path.join(pack, name));
  return unplanned.length;
}
