import { inParallel } from "../files/in-parallel.ts";
import { type Destination, listBucket, putFile, removeFile, type StoredFile } from "./bucket.ts";
import type { Lock } from "./bucket-lock.ts";
import type { Changes } from "./changes.ts";
import { type Files, uploadStages } from "./layout.ts";
import type { PackFile } from "./pack-files.ts";
import { abbreviateNames, PublishError } from "./publish-error.ts";
import { type History, nextNumber, type Publication, removeOldRecords, writeRecord } from "./records.ts";

/** CloudFront charges for each invalidated path after the first thousand a month. */
const maxInvalidationPaths = 10;

export function invalidationPaths(names: readonly string[]): string[] {
  if (names.length <= maxInvalidationPaths) return names.map((name) => `/${name}`);
  const folders = new Set(names.map((name) => `/${name.slice(0, name.indexOf("/") + 1)}*`));
  return folders.size <= maxInvalidationPaths ? [...folders] : ["/*"];
}

const transfersAtOnce = 8;

export type ReportPublishProgress = (
  done: { files: number; bytes: number },
  total: { files: number; bytes: number },
) => void;

export type PublicationContext = {
  destination: Destination;
  lock: Lock;
  signal?: AbortSignal | undefined;
  report?: ReportPublishProgress | undefined;
};

function throwIfStopped({ lock, signal }: PublicationContext): void {
  if (signal?.aborted) {
    throw new PublishError("interrupted", "Interrupted. Uploaded files stay: repeat the command to continue.");
  }
  lock.check();
}

/** @param change returns the number of uploaded bytes */
type FilePass = (stages: string[][], change: (name: string) => Promise<number>) => Promise<void>;

function createFilePass(work: PublicationContext, { upload, remove }: Changes): FilePass {
  const sizes = [...upload.values()].map(({ bytes }) => bytes);
  const total = { files: upload.size + remove.size, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
  const done = { files: 0, bytes: 0 };
  return async (stages, change) => {
    for (const stage of stages) {
      await inParallel(stage, transfersAtOnce, async (name) => {
        throwIfStopped(work);
        const bytes = await change(name);
        done.bytes += bytes;
        done.files += 1;
        work.report?.({ ...done }, total);
      });
    }
  };
}

async function uploadAll({ destination }: PublicationContext, { upload }: Changes, pass: FilePass): Promise<void> {
  await pass(uploadStages(upload.keys()), async (name) => {
    const file = upload.get(name);
    if (!file) return 0;
    await putFile(destination, name, await file.read(), file.md5);
    return file.bytes;
  });
}

async function removeAll({ destination }: PublicationContext, { remove }: Changes, pass: FilePass): Promise<void> {
  await pass(uploadStages(remove.keys()).reverse(), async (name) => {
    await removeFile(destination, name);
    return 0;
  });
}

async function verifyBucket(
  { destination }: PublicationContext,
  expected: ReadonlyMap<string, PackFile>,
): Promise<void> {
  const arrived = await listBucket(destination);
  const wrong = [...expected].filter(([name, { md5 }]) => arrived.get(name)?.md5 !== md5).map(([name]) => name);
  if (wrong.length === 0) return;
  const sentence = `These files in the bucket differ from the publication: ${abbreviateNames(wrong)}. Another program may have changed them: publish again.`;
  throw new PublishError("not_as_published", sentence);
}

/** Finds names for which CloudFront may still cache old bytes. */
function findStaleNames(
  changes: Changes,
  { lastFinished, unfinished }: History,
  stored: ReadonlyMap<string, StoredFile>,
): string[] {
  const served: readonly Files[] = [
    changes.before,
    ...[lastFinished, ...unfinished].map((publication) => publication?.files ?? {}),
  ];
  const changed = Object.entries(changes.after).flatMap(([name, md5]) =>
    served.some((files) => (files[name] ?? md5) !== md5) ? [name] : [],
  );
  const replaced = [...changes.upload.keys()].filter((name) => stored.has(name));
  const removedBefore = served.flatMap((files) =>
    Object.keys(files).filter((name) => !Object.hasOwn(changes.after, name) && !stored.has(name)),
  );
  return [...new Set([...changed, ...replaced, ...changes.remove.keys(), ...removedBefore])].sort();
}

export type PublicationPlan = {
  changes: Changes;
  expected: ReadonlyMap<string, PackFile>;
  history: History;
  stored: ReadonlyMap<string, StoredFile>;
  /** For a bucket without records: a record of its current content, which is written first. */
  found: Publication | null;
  /** The new record; null if the published content does not change. */
  record: Pick<Publication, "restores" | "files" | "metadata"> | null;
};

/** After an interruption, the same command completes the publication. */
export async function applyPublication(work: PublicationContext, planned: PublicationPlan): Promise<void> {
  const { changes, expected, history, stored, found, record } = planned;
  const { destination } = work;
  if (found) await writeRecord(destination, found);
  const at = { format: 1, number: nextNumber(history), at: new Date().toISOString(), by: destination.by } as const;
  if (record) await writeRecord(destination, { ...at, ...record, finished: false });
  const pass = createFilePass(work, changes);
  await uploadAll(work, changes, pass);
  await verifyBucket(work, expected);
  await removeAll(work, changes, pass);
  const paths = invalidationPaths(findStaleNames(changes, history, stored));
  if (paths.length > 0) await destination.invalidate(paths);
  throwIfStopped(work);
  if (record) await writeRecord(destination, { ...at, ...record, finished: true });
  await removeOldRecords(destination, history, record && record.restores === undefined ? 1 : 0);
}
