import { lstat, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { escapeUnprintable } from "../../domain/escape-unprintable.ts";
import { listFiles, listFolder } from "../files/list-files.ts";
import {
  fingerprint,
  formatManifest,
  type Made,
  type Manifest,
  readManifest,
  writeAllOrNone,
} from "../files/manifest.ts";
import type { Voice } from "../voices/voice.ts";
import { listUnbuilt, readBuildableScripts } from "./buildable-scripts.ts";
import { createDialogueFaults, type DialogueFaults } from "./dialogue-faults.ts";
import { findSources } from "./find-sources.ts";
import { readFormerDialogues } from "./former-dialogues.ts";
import type { Cut, LongRecording } from "./long-recording.ts";
import {
  deleteIntermediateFiles,
  findMissing,
  findReady,
  type MissingAudio,
  makeAudioFiles,
  type ReadyAudio,
  type ReportBuildProgress,
} from "./make-audio-files.ts";
import { dialogueFolder } from "./needed-audio.ts";
import { type PackPlan, planPack } from "./plan-pack.ts";
import type { Workspace } from "./workspace.ts";

export type BuildOptions = {
  workspace: Workspace;
  /** For texts without a recording. The first voice that speaks the language makes new audio. */
  voices: readonly Voice[];
  /** In seconds, between two segments of a long recording. */
  shortestPause?: number;
  /** Without this function, a build that has to cut fails. */
  confirmCuts?: (recordings: readonly { file: string; cuts: readonly Cut[] }[]) => Promise<boolean>;
  /** Called before any paid request. Without this function, a build with a price fails. */
  confirmPayment?: (usd: number, bySpeaker: ReadonlyMap<string, number>) => Promise<boolean>;
  report?: ReportBuildProgress;
  /** Stops the build before the next audio file. The pack then stays unchanged. */
  signal?: AbortSignal | undefined;
};

export type BuildResult = {
  /** `made` and `reused` count audio files. `removed` counts files of any type. */
  made: number;
  reused: number;
  removed: number;
  recordings: readonly Made[];
  /**
   * Dialogues that could not be built, as in "nepali/health/health-1". The pack keeps their former version if it is
   * intact.
   */
  unbuilt: readonly string[];
  faults: readonly string[];
};

/** @throws Error if no dialogue can be built; the pack then stays unchanged */
export async function buildPack(options: BuildOptions): Promise<BuildResult> {
  const { workspace, voices, shortestPause, confirmCuts, confirmPayment, report, signal } = options;
  const faults = createDialogueFaults();
  const scripts = await readBuildableScripts(workspace, faults);
  const { sources, long } = await findSources(workspace, scripts, voices, faults, shortestPause);
  const manifest = await readManifest(workspace.manifest);
  await refuseLinks(workspace);
  const files = await findPreviousFiles(workspace, manifest);
  const isBuildable = (key: string) => !faults.isFaulty(path.posix.dirname(key));
  const ready = await findReady(workspace, filterKeys(sources, isBuildable), { manifest, files });
  const findStillMissing = () => findMissing(filterKeys(sources, isBuildable), ready);
  await confirmLongCuts(long, new Set(findStillMissing().flatMap(({ keys }) => keys)), faults, confirmCuts);
  const missing = findStillMissing();
  const usd = missing.reduce((sum, { source }) => sum + source.price, 0);
  if (usd > 0 && !(await confirmPayment?.(usd, pricesBySpeaker(missing))))
    throw new Error("Nothing was made, because you did not agree to the price.");
  const made = await makeAudioFiles(workspace, missing, { report, signal });
  for (const [key, one] of made.made) ready.set(key, one);
  for (const [key, fault] of [...made.faults].toSorted()) faults.report(path.posix.dirname(key), `${key}: ${fault}`);
  const built = scripts.filter((script) => !faults.isFaulty(dialogueFolder(script)));
  if (built.length === 0) throw new Error(faults.lines().join("\n"));
  const unbuilt = await listUnbuilt(workspace, built);
  const former = await readFormerDialogues(workspace, unbuilt, manifest);
  for (const dialogue of former) for (const [key, one] of dialogue.ready) ready.set(key, one);
  const madeFor = (key: string) => {
    const { made } = requireReady(ready, key);
    return { ...made, fit: sources.get(key)?.fits.get(made.from) };
  };
  const plan = planPack(built, madeFor, former);
  await writePack(workspace, plan, filterKeys(ready, new Set(plan.audio.values())));
  const removed = await removeUnplanned(workspace, plan);
  if (made.faults.size === 0) await deleteIntermediateFiles(workspace);
  const keys = [...sources.keys()].filter(isBuildable);
  return {
    made: made.made.size,
    reused: keys.filter((key) => !made.made.has(key)).length,
    removed,
    recordings: keys.map((key) => requireReady(ready, key).made),
    unbuilt: unbuilt.map(dialogueFolder),
    faults: faults.lines(),
  };
}

function pricesBySpeaker(missing: readonly MissingAudio[]): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { source } of missing) {
    if (source.speaker) prices.set(source.speaker, (prices.get(source.speaker) ?? 0) + source.price);
  }
  return prices;
}

function filterKeys<T>(map: ReadonlyMap<string, T>, keys: ReadonlySet<string> | ((key: string) => boolean)) {
  const isWanted = typeof keys === "function" ? keys : (key: string) => keys.has(key);
  return new Map([...map].filter(([key]) => isWanted(key)));
}

async function confirmLongCuts(
  long: readonly LongRecording[],
  missing: ReadonlySet<string>,
  faults: DialogueFaults,
  agrees: BuildOptions["confirmCuts"],
): Promise<void> {
  const concerned = long.filter(({ sources }) => [...sources.keys()].some((key) => missing.has(key)));
  const read: { file: string; cuts: readonly Cut[] }[] = [];
  for (const { file, cuts } of concerned) {
    try {
      read.push({ file, cuts: await cuts() });
    } catch (error) {
      if (!(error instanceof Error) || "code" in error) throw error;
      faults.report(path.posix.dirname(file.replace(/^recordings\//, "")), error.message);
    }
  }
  if (read.length > 0 && !(await agrees?.(read))) {
    throw new Error("Nothing was made, because you did not agree to the cuts of the long recordings.");
  }
}

function requireReady(ready: ReadonlyMap<string, ReadyAudio>, key: string): ReadyAudio {
  const found = ready.get(key);
  if (!found) throw new Error(`${key} was not made`);
  return found;
}

/** Through a link, a build could change files outside the pack. */
async function refuseLinks({ pack }: Workspace): Promise<void> {
  const isLink = (await lstat(pack).catch(() => null))?.isSymbolicLink();
  if (isLink) throw new Error(`${pack} is a symbolic link: replace it by a folder.`);
  const { skipped } = await listFolder(pack);
  const lines = [...skipped].map(([name, fault]) => escapeUnprintable(`${path.join(pack, name)} ${fault}: remove it.`));
  if (lines.length > 0) throw new Error(lines.join("\n"));
}

/** The key is the path without "segments/", the hash and ".mp3". */
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

/** Audio files are written before the metadata that names them, and the manifest is written last. */
async function writePack({ pack, manifest }: Workspace, plan: PackPlan, ready: ReadonlyMap<string, ReadyAudio>) {
  const files = new Map<string, () => Promise<string | Buffer>>();
  for (const [name, key] of plan.audio) {
    const file = path.join(pack, name);
    const { made, read } = requireReady(ready, key);
    if (!(await isIntact(file, made))) files.set(file, read);
  }
  for (const [name, content] of [...plan.metadata].sort(compareDeepestFirst)) {
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    await addChanged(files, path.join(pack, name), text);
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

/** In this order, the metadata of a dialogue is written before the lists that name the dialogue. */
const compareDeepestFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  b.split("/").length - a.split("/").length;

async function removeUnplanned({ pack }: Workspace, plan: PackPlan): Promise<number> {
  const names = [...(await listFiles(pack)).keys()];
  const unplanned = names.filter((name) => !plan.audio.has(name) && !plan.metadata.has(name));
  for (const name of unplanned) await rm(path.join(pack, name));
  return unplanned.length;
}
