import { existsSync } from "node:fs";
import { checkPack } from "../checking/check-pack.ts";
import type { Destination } from "./bucket.ts";
import { carryOut, type Report } from "./carry-out.ts";
import type { Changes } from "./changes.ts";
import { takeLock } from "./lock.ts";
import { type Prune, planPublication } from "./plan-publication.ts";
import { PublishFailure } from "./publish-failure.ts";

export type PublishOptions = {
  /** Directory of the pack. */
  directory: string;
  destination: Destination;
  /** Nothing is removed unless told otherwise. */
  prune?: Prune;
  /** Asked once it is known what will change, and before anything does; without it the answer is yes. */
  agree?: (changes: Changes) => Promise<boolean>;
  report?: Report;
  /** Called after each recording of the pack that was listened to, with how many of how many were. */
  listening?: (done: number, total: number) => void;
  /** Ends the publication before its next file. */
  signal?: AbortSignal;
  /** The caller knows that the recordings are sound, so they are not decoded; all else is checked nevertheless. */
  checked?: boolean;
};

/** Counts of objects. */
export type Published = { uploaded: number; unchanged: number; removed: number };

async function refuseFaulty({ directory, checked = false, listening: report }: PublishOptions): Promise<void> {
  if (!existsSync(directory)) throw new PublishFailure("pack_missing", `There is no pack at ${directory}.`);
  const problems = await checkPack(directory, { decode: !checked, ...(report ? { report } : {}) });
  if (problems.length === 0) return;
  const lines = problems.map(({ path, problem }) => `${path}: ${problem}`);
  throw new PublishFailure("pack_faulty", `The pack has problems:\n${lines.join("\n")}`);
}

/**
 * What publishing a pack would change; the bucket is only read.
 * @throws PublishFailure as publishPack does
 */
export async function previewPublication(options: PublishOptions): Promise<Changes> {
  const { destination, directory, prune = "nothing" } = options;
  await refuseFaulty(options);
  return (await planPublication(destination, directory, prune)).changes;
}

/**
 * Puts the pack in a directory into a bucket: what differs is uploaded, recordings before the metadata that names them, and
 * what learners read afterwards is put on record. Languages that the pack lacks stay as they are. Safe to repeat: what was
 * broken off goes on.
 * @returns null if it was not agreed to; the bucket is then unchanged
 * @throws PublishFailure if the pack has problems, if the bucket is none of Parlance's or locked, all before anything is
 * changed; if it was interrupted, or if what is there at the end is not what was published
 */
export async function publishPack(options: PublishOptions): Promise<Published | null> {
  const { destination, directory, prune = "nothing", signal, report, agree = async () => true } = options;
  await refuseFaulty(options);
  const lock = await takeLock(destination);
  try {
    const planned = await planPublication(destination, directory, prune);
    const { changes, expected, history, record } = planned;
    if (!(await agree(changes))) return null;
    const isAllDone = changes.upload.size === 0 && changes.remove.size === 0 && history.begun.length === 0;
    if (record || !isAllDone) await carryOut({ destination, lock, signal, report }, planned);
    const uploaded = changes.upload.size;
    return { uploaded, unchanged: expected.size - uploaded, removed: changes.remove.size };
  } finally {
    await lock.release();
  }
}
