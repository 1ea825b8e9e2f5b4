import { applyPublication, type PublicationPlan, type ReportPublishProgress } from "./apply-publication.ts";
import type { Destination, StoredFile } from "./bucket.ts";
import { type BucketState, readBucketState } from "./bucket-state.ts";
import { type Changes, findMissingFiles, metadataIn, storedSizes } from "./changes.ts";
import { isAudioFile } from "./layout.ts";
import { acquirePublishLock } from "./lock.ts";
import { createPackFile } from "./pack-files.ts";
import { abbreviateNames, PublishError } from "./publish-error.ts";
import { findPreviousPublication, type Publication } from "./records.ts";

export type RollbackOptions = {
  destination: Destination;
  /** Agrees by default. */
  confirm?: (changes: Changes, publication: Publication) => Promise<boolean>;
  report?: ReportPublishProgress;
  signal?: AbortSignal;
};

function refuseLost({ number, files }: Publication, content: ReadonlyMap<string, StoredFile>): void {
  const lost = Object.keys(files).filter((name) => isAudioFile(name) && content.get(name)?.md5 !== files[name]);
  if (lost.length === 0) return;
  const sentence = `Publication ${number} cannot be restored, because its audio files were removed or overwritten: ${abbreviateNames(lost)}. Nothing was changed.`;
  throw new PublishError("recordings_gone", sentence);
}

function planRollback({ content, history }: BucketState, target: Publication): PublicationPlan {
  const { lastFinished, unfinished } = history;
  const expected = new Map(Object.entries(target.metadata).map(([name, text]) => [name, createPackFile(text)]));
  const upload = findMissingFiles(expected, content);
  const named = [lastFinished, ...unfinished].flatMap((publication) => metadataIn(publication?.files ?? {}));
  const removed = new Set(named.filter((name) => !Object.hasOwn(target.files, name) && content.has(name)));
  const changes = {
    before: (unfinished[0] ?? lastFinished)?.files ?? {},
    after: target.files,
    upload,
    remove: storedSizes(removed, content),
    overwritten: [],
    unused: new Map(),
    keptForRollback: new Map(),
  };
  const { files, metadata } = target;
  const record = { restores: target.restores ?? target.number, files, metadata };
  return { changes, expected, history, stored: content, found: null, record };
}

/**
 * Restores the metadata of the previous publication. Audio files do not change. A second rollback goes back one more
 * publication.
 * @returns the restored publication; null if `confirm` refused
 * @throws PublishError, for example if there is no earlier publication or its audio is missing
 */
export async function rollBack(options: RollbackOptions): Promise<Publication | null> {
  const { destination, signal, report, confirm = async () => true } = options;
  const lock = await acquirePublishLock(destination);
  try {
    const survey = await readBucketState(destination);
    const target = await findPreviousPublication(destination, survey.history);
    if (!target) {
      const sentence = `There is no earlier publication in the bucket ${destination.bucket} to restore.`;
      throw new PublishError("nothing_before", sentence);
    }
    refuseLost(target, survey.content);
    const planned = planRollback(survey, target);
    if (!(await confirm(planned.changes, target))) return null;
    await applyPublication({ destination, lock, signal, report }, planned);
    return target;
  } finally {
    await lock.release();
  }
}
