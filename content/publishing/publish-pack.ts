import { existsSync } from "node:fs";
import { checkPack } from "../checking/check-pack.ts";
import { describeProblem } from "../checking/pack-reader.ts";
import { applyPublication, type PublicationPlan, type ReportPublishProgress } from "./apply-publication.ts";
import type { Destination } from "./bucket.ts";
import { type BucketState, readBucketState } from "./bucket-state.ts";
import type { Changes } from "./changes.ts";
import { acquirePublishLock } from "./lock.ts";
import { md5Of } from "./pack-files.ts";
import { planPublication } from "./plan-publication.ts";
import type { Removals } from "./publication-scope.ts";
import { PublishError } from "./publish-error.ts";
import type { History } from "./records.ts";

export type PublishOptions = Removals & {
  directory: string;
  destination: Destination;
  /** Agrees by default. */
  confirm?: (changes: Changes) => Promise<boolean>;
  report?: ReportPublishProgress;
  /** Not called if `isAudioChecked` is true. */
  onAudioChecked?: (done: number, total: number) => void;
  signal?: AbortSignal;
  /** Skips the check of the audio. Other checks still run. */
  isAudioChecked?: boolean;
};

const maxListedProblems = 20;

export type PublishResult = { uploaded: number; unchanged: number; removed: number };

/** Audio in a record counts as checked. */
function createRecordCheck({ lastFinished, unfinished }: History): (name: string, mp3: Uint8Array) => boolean {
  const records = [lastFinished, ...unfinished].flatMap((publication) => (publication ? [publication.files] : []));
  return (name, mp3) => {
    const md5 = md5Of(mp3);
    return records.some((files) => files[name] === md5);
  };
}

async function refuseFaulty(options: PublishOptions, { history }: BucketState): Promise<void> {
  const { directory, isAudioChecked = false, onAudioChecked, signal } = options;
  const problems = await checkPack(directory, {
    decode: !isAudioChecked,
    isAlreadyChecked: createRecordCheck(history),
    report: (done, total) => {
      onAudioChecked?.(done, total);
      if (signal?.aborted) throw new PublishError("interrupted", "Interrupted. Nothing was changed.");
    },
  });
  if (problems.length === 0) return;
  const lines = problems.slice(0, maxListedProblems).map(describeProblem);
  if (problems.length > maxListedProblems)
    lines.push(`… and ${problems.length - maxListedProblems} more; npm run content -- check lists all.`);
  throw new PublishError("pack_faulty", `The pack has problems:\n${lines.join("\n")}`);
}

function refuseMissing({ directory }: PublishOptions): void {
  if (existsSync(directory)) return;
  throw new PublishError("pack_missing", `There is no pack at ${directory}.`);
}

async function checkAndPlan(options: PublishOptions): Promise<PublicationPlan> {
  const { destination, directory } = options;
  const survey = await readBucketState(destination);
  await refuseFaulty(options, survey);
  return await planPublication(destination, survey, directory, options);
}

/**
 * Only reads the bucket, and ignores its lock.
 * @throws PublishError, for example if the pack has problems
 */
export async function previewPublication(options: PublishOptions): Promise<Changes> {
  refuseMissing(options);
  return (await checkAndPlan(options)).changes;
}

/**
 * Published dialogues that the pack lacks stay, unless the publisher requested their removal.
 * @returns null if `confirm` refused
 * @throws PublishError, for example if the pack has problems, the bucket is locked or the lock is lost
 */
export async function publishPack(options: PublishOptions): Promise<PublishResult | null> {
  const { destination, signal, report, confirm = async () => true } = options;
  refuseMissing(options);
  const lock = await acquirePublishLock(destination);
  try {
    const plan = await checkAndPlan(options);
    const { changes, expected, history, record } = plan;
    if (!(await confirm(changes))) return null;
    const isAllDone = changes.upload.size === 0 && changes.remove.size === 0 && history.unfinished.length === 0;
    if (record || !isAllDone) await applyPublication({ destination, lock, signal, report }, plan);
    const uploaded = changes.upload.size;
    return { uploaded, unchanged: expected.size - uploaded, removed: changes.remove.size };
  } finally {
    await lock.release();
  }
}
