import { existsSync } from "node:fs";
import { checkPack } from "../checking/check-pack.ts";
import { describeProblem } from "../checking/pack-reader.ts";
import { applyPublication, type PublicationPlan, type ReportPublishProgress } from "./apply-publication.ts";
import type { Destination } from "./bucket.ts";
import { type BucketState, readBucketState } from "./bucket-state.ts";
import type { Changes } from "./changes.ts";
import { acquirePublishLock } from "./lock.ts";
import { md5Of } from "./pack-files.ts";
import { type Prune, planPublication } from "./plan-publication.ts";
import { PublishError } from "./publish-error.ts";
import type { History } from "./records.ts";

export type PublishOptions = {
  /** Directory of the pack. */
  directory: string;
  destination: Destination;
  /** Nothing is removed unless told otherwise. */
  prune?: Prune;
  /** Asked once it is known what will change, and before anything does; without it the answer is yes. */
  confirm?: (changes: Changes) => Promise<boolean>;
  report?: ReportPublishProgress;
  /** Called after each recording of the pack that was listened to, or known from before, with how many of how many were. */
  onAudioChecked?: (done: number, total: number) => void;
  /** Ends the publication before its next file. */
  signal?: AbortSignal;
  /** The caller knows that the recordings are sound, so they are not decoded; all else is checked nevertheless. */
  isAudioChecked?: boolean;
};

/** More problems than these are counted. */
const maxListedProblems = 20;

/** Counts of objects. */
export type PublishResult = { uploaded: number; unchanged: number; removed: number };

/** What was listened to before it was put on record, by a publication that was finished or broken off. */
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
    lines.push(`… and ${problems.length - maxListedProblems} more; npm run content -- check tells all.`);
  throw new PublishError("pack_faulty", `The pack has problems:\n${lines.join("\n")}`);
}

function refuseMissing({ directory }: PublishOptions): void {
  if (existsSync(directory)) return;
  throw new PublishError("pack_missing", `There is no pack at ${directory}.`);
}

async function checkAndPlan(options: PublishOptions): Promise<PublicationPlan> {
  const { destination, directory, prune = "nothing" } = options;
  const survey = await readBucketState(destination);
  await refuseFaulty(options, survey);
  return await planPublication(destination, survey, directory, prune);
}

/**
 * What publishing a pack would change; the bucket is only read.
 * @throws PublishFailure as publishPack does
 */
export async function previewPublication(options: PublishOptions): Promise<Changes> {
  refuseMissing(options);
  return (await checkAndPlan(options)).changes;
}

/**
 * Puts the pack in a directory into a bucket: what differs is uploaded, recordings before the metadata that names them, and
 * what learners read afterwards is put on record. Languages that the pack lacks stay as they are. Safe to repeat: what was
 * broken off goes on. What is new is listened to first, while other publishers are kept out already.
 * @returns null if it was not agreed to; the bucket is then unchanged
 * @throws PublishFailure if the pack has problems, if the bucket is none of Parlance's or locked, all before anything is
 * changed; if it was interrupted, or if what is there at the end is not what was published
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
