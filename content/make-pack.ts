import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprint, type Manifest, readManifest, writeManifest } from "./authoring/manifest.ts";
import { type PackPlan, planPack } from "./authoring/plan-pack.ts";
import { readScripts } from "./authoring/script-source.ts";
import { speak } from "./authoring/speak.ts";
import type { Utterance } from "./authoring/voices.ts";
import { checkPack } from "./check-pack.ts";
import { inParallel } from "./files/in-parallel.ts";
import { listFiles } from "./files/list-files.ts";

const voicesAtOnce = 2;

export type PackSource = {
  /** Directory of `{language}/{topic}/{scenarioId}.json`. */
  scripts: string;
  /** Directory to be published; whatever the scripts do not call for is removed from it. */
  pack: string;
  /** File that remembers from what each recording was made. */
  manifest: string;
};

export type MadePack = { spoken: number; kept: number; removed: number };

/**
 * Makes the pack from its scripts. Recordings whose text, voice and settings are unchanged are kept; the same scripts
 * give the same bytes.
 * @param report called after each recording with how many of how many are done.
 * @throws Error if a script is faulty or espeak-ng or lame is missing.
 */
export async function makePack(source: PackSource, report?: (done: number, total: number) => void): Promise<MadePack> {
  const plan = planPack(await readScripts(source.scripts));
  const spoken = await makeAudio(source, plan, report);
  await writeMetadata(source.pack, plan);
  const removed = await removeUnplanned(source.pack, plan);
  return { spoken, kept: plan.audio.size - spoken, removed };
}

async function makeAudio(source: PackSource, plan: PackPlan, report?: (done: number, total: number) => void) {
  const before = await readManifest(source.manifest);
  const after: Manifest = {};
  const missing: (readonly [name: string, utterance: Utterance])[] = [];
  for (const [name, utterance] of plan.audio) {
    const present = await fingerprint(utterance, inPack(source, name));
    if (present && present === before[name]) after[name] = present;
    else missing.push([name, utterance]);
  }
  let done = 0;
  try {
    await inParallel(missing, voicesAtOnce, async ([name, utterance]) => {
      const file = inPack(source, name);
      await speak(utterance, file);
      after[name] = (await fingerprint(utterance, file)) ?? "";
      done += 1;
      report?.(done, missing.length);
    });
  } finally {
    // Kept on failure too, so that the next run goes on from here.
    await writeManifest(source.manifest, after);
  }
  return missing.length;
}

function inPack(source: PackSource, name: string): string {
  return path.join(source.pack, name);
}

async function writeMetadata(pack: string, plan: PackPlan): Promise<void> {
  for (const [name, content] of plan.metadata) {
    const file = path.join(pack, name);
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if ((await readFile(file, "utf8").catch(() => "")) === text) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function removeUnplanned(pack: string, plan: PackPlan): Promise<number> {
  const names = [...(await listFiles(pack)).keys()];
  const unplanned = names.filter((name) => !plan.audio.has(name) && !plan.metadata.has(name));
  for (const name of unplanned) await rm(path.join(pack, name));
  return unplanned.length;
}

/** Makes and checks a pack and prints what was done; answers with the exit code. */
export async function runMake(source: PackSource): Promise<number> {
  try {
    const made = await makePack(source, (done, total) => {
      if (done % 50 === 0 || done === total) console.log(`${done} of ${total} recordings made`);
    });
    console.log(`${made.spoken} recordings made, ${made.kept} kept, ${made.removed} files removed.`);
    const problems = await checkPack(source.pack);
    for (const { path: name, problem } of problems) console.error(`${name}: ${problem}`);
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

if (import.meta.main) {
  const content = import.meta.dirname;
  process.exitCode = await runMake({
    scripts: path.join(content, "scripts"),
    pack: path.join(content, "pack"),
    manifest: path.join(content, "pack.manifest.json"),
  });
}
