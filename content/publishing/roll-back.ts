import type { Destination, StoredFile } from "./bucket.ts";
import { carryOut, type Planned, type Report } from "./carry-out.ts";
import { type Changes, metadataIn, missing, sizesOf } from "./changes.ts";
import { isRecording } from "./layout.ts";
import { takeLock } from "./lock.ts";
import { fileOf } from "./pack-files.ts";
import { PublishFailure, someOf } from "./publish-failure.ts";
import { type Publication, publicationBefore } from "./records.ts";
import { type Survey, surveyBucket } from "./survey-bucket.ts";

export type RollbackOptions = {
  destination: Destination;
  /** Asked once it is known to which publication it goes and what will change, and before anything does. */
  agree?: (changes: Changes, publication: Publication) => Promise<boolean>;
  report?: Report;
  /** Ends the rollback before its next file. */
  signal?: AbortSignal;
};

function refuseLost({ number, files }: Publication, content: ReadonlyMap<string, StoredFile>): void {
  const lost = Object.keys(files).filter((name) => isRecording(name) && content.get(name)?.md5 !== files[name]);
  if (lost.length === 0) return;
  const sentence = `Publication ${number} cannot be brought back, as recordings of it were removed or overwritten: ${someOf(lost)}. Nothing was changed.`;
  throw new PublishFailure("recordings_gone", sentence);
}

function planRollback({ content, history }: Survey, target: Publication): Planned {
  const { last, begun } = history;
  const expected = new Map(Object.entries(target.metadata).map(([name, text]) => [name, fileOf(text)]));
  const upload = missing(expected, content);
  const named = [last, ...begun].flatMap((publication) => metadataIn(publication?.files ?? {}));
  const gone = new Set(named.filter((name) => !Object.hasOwn(target.files, name) && content.has(name)));
  const changes = {
    before: (begun[0] ?? last)?.files ?? {},
    after: target.files,
    upload,
    remove: sizesOf(gone, content),
    overwritten: [],
    left: new Map(),
    kept: new Map(),
  };
  const { files, metadata } = target;
  const record = { restores: target.restores ?? target.number, files, metadata };
  return { changes, expected, history, stored: content, found: null, record };
}

/**
 * Brings back what learners read before the last publication; another rollback goes one further back. Recordings are left
 * as they are: those that were there then still are, or nothing is changed.
 * @returns the publication whose content is there again; null if it was not agreed to
 * @throws PublishFailure if there is none before, or recordings of it are gone
 */
export async function rollBack(options: RollbackOptions): Promise<Publication | null> {
  const { destination, signal, report, agree = async () => true } = options;
  const lock = await takeLock(destination);
  try {
    const survey = await surveyBucket(destination);
    const target = await publicationBefore(destination, survey.history);
    if (!target) {
      const sentence = `There is no publication before in the bucket ${destination.bucket}: nothing to go back to.`;
      throw new PublishFailure("nothing_before", sentence);
    }
    refuseLost(target, survey.content);
    const planned = planRollback(survey, target);
    if (!(await agree(planned.changes, target))) return null;
    await carryOut({ destination, lock, signal, report }, planned);
    return target;
  } finally {
    await lock.release();
  }
}
