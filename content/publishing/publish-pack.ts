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
  /** Called with the changes before they are made. The default function agrees. */
  confirm?: (changes: Changes) => Promise<boolean>;
  report?: ReportPublishProgress;
  /**
   * Called after each audio file, even if an earlier publication checked the file. Not called if `isAudioChecked` is
   * true.
   */
  onAudioChecked?: (done: number, total: number) => void;
  /** Aborting stops the check or the publication before the next file. */
  signal?: AbortSignal;
  /** True if the caller has already checked the audio. All other checks still run. */
  isAudioChecked?: boolean;
};

/** Further problems are only counted. */
const maxListedProblems = 20;

export type PublishResult = { uploaded: number; unchanged: number; removed: number };

/**
 * Returns a function that accepts audio files of the last finished publication and of interrupted ones since then.
 * These files were checked before their record was written, except those that were found in a bucket without records.
 */
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
 * Returns the changes that a publication would make. Only reads the bucket.
 * @throws PublishError in the same cases as `publishPack` before any change, except for a lock
 */
export async function previewPublication(options: PublishOptions): Promise<Changes> {
  refuseMissing(options);
  return (await checkAndPlan(options)).changes;
}

/**
 * Publishes a pack to a bucket: uploads differing files, audio before its metadata, and records the result. Other
 * dialogues stay unchanged, unless the publisher requested their removal. Can be repeated after an interruption. The
 * check runs under the lock.
 * @returns null if `confirm` refused; the bucket is then unchanged
 * @throws PublishError before any change, for example if the pack has problems or the bucket is locked
 * @throws PublishError later if interrupted, if the lock is lost, or if the bucket differs from the publication
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
