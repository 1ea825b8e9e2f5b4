import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { DialogueScript } from "../authoring/script-source.ts";
import type { NewScript } from "../authoring/write-script.ts";
import { findRecordedFiles } from "../building/audio-source.ts";
import { type Cut, cutRecording, type LongRecordingKind, paddedSpan } from "../building/long-recording.ts";
import { dialogueFolder } from "../building/needed-audio.ts";
import type { Workspace } from "../building/workspace.ts";
import { writeAtomically } from "../files/manifest.ts";
import { saveStretch } from "../sound/decode-file.ts";
import { describeReplacement } from "./describe-replacement.ts";
import { planRecordings, type RecordingPlan } from "./plan-recordings.ts";

export type Replacement = {
  /** Empty if nothing changes. */
  changes: readonly string[];
  recordings: readonly string[];
  /**
   * The workspace's folder `replaced/` keeps the former script, and each former recording that does not stay under its
   * name.
   * @returns the folder of the former version
   * @throws Error before any change if a long recording cannot be cut
   */
  apply: () => Promise<string>;
};

/** @param pause the minimum pause between two segments of a long recording, in seconds */
export async function planReplacement(
  workspace: Workspace,
  former: DialogueScript,
  next: NewScript,
  pause?: number,
): Promise<Replacement> {
  const files = await findRecordedFiles(path.join(workspace.recordings, dialogueFolder(former)));
  const plan = planRecordings(former, next.segments, new Set(files.keys()));
  return {
    changes: describeReplacement(former, next),
    recordings: describeRecordings(plan),
    apply: () => applyReplacement({ workspace, former, next, files, plan, pause }),
  };
}

function describeRecordings({ moved, setAside }: RecordingPlan): string[] {
  const sources = new Set([...moved.values()].map((from) => ("name" in from ? from.name : from.kind)));
  const lines = [...moved].map(([name, from]) =>
    "name" in from ? `recording ${from.name} becomes ${name}` : `part ${from.part + 1} of ${from.kind} becomes ${name}`,
  );
  const unused = setAside.filter((name) => !sources.has(name));
  return [...lines, ...unused.map((name) => `recording ${name} is set aside: the new script does not fit it`)];
}

type Work = {
  workspace: Workspace;
  former: DialogueScript;
  next: NewScript;
  files: ReadonlyMap<string, string>;
  plan: RecordingPlan;
  pause: number | undefined;
};

async function applyReplacement(work: Work): Promise<string> {
  const { workspace, former, next, files, plan } = work;
  const folder = dialogueFolder(former);
  const recordings = path.join(workspace.recordings, folder);
  const prepared = path.join(workspace.intermediate, "replacing", folder);
  await rm(prepared, { recursive: true, force: true });
  try {
    const ready = await prepareMoves(work, prepared);
    const backup = await createBackupFolder(workspace, folder);
    const script = path.join(workspace.scripts, `${folder}.json`);
    await copyFile(script, path.join(backup, `${former.id}.json`));
    for (const name of plan.setAside) {
      const file = files.get(name);
      if (file) await rename(file, path.join(backup, path.basename(file)));
    }
    for (const file of ready) await rename(file, path.join(recordings, path.basename(file)));
    await writeAtomically(script, `${JSON.stringify({ id: former.id, ...next }, null, 2)}\n`);
    return backup;
  } finally {
    await rm(prepared, { recursive: true, force: true });
  }
}

/** Prepares files in a separate folder. If a step fails, for example with a full disk, the dialogue is unchanged. */
async function prepareMoves({ former, files, plan, pause }: Work, prepared: string): Promise<string[]> {
  const cuts = new Map<LongRecordingKind, readonly Cut[]>();
  const ready: string[] = [];
  await mkdir(prepared, { recursive: true });
  for (const [name, from] of plan.moved) {
    const source = files.get("name" in from ? from.name : from.kind) ?? "";
    const target = path.join(prepared, `${name}${"name" in from ? path.extname(source) : ".wav"}`);
    if ("name" in from) await copyFile(source, target);
    else {
      const texts = former.segments.map((one) => (from.kind === "originals" ? one.original : one.translation));
      const found = cuts.get(from.kind) ?? (await cutRecording(texts, path.basename(source), source, pause));
      cuts.set(from.kind, found);
      const span = found[from.part];
      if (span) await saveStretch(source, paddedSpan(span), target);
    }
    ready.push(target);
  }
  return ready;
}

async function createBackupFolder({ replaced }: Workspace, folder: string): Promise<string> {
  const parent = path.join(replaced, folder);
  await mkdir(parent, { recursive: true });
  const numbers = (await readdir(parent)).map(Number).filter(Number.isInteger);
  const backup = path.join(parent, `${Math.max(0, ...numbers) + 1}`);
  await mkdir(backup);
  return backup;
}
