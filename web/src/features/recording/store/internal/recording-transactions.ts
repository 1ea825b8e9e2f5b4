import { isQuotaExceeded, prefixKeyRange } from "../../../../browser/database.ts";
import type { RecordingDatabase, SaveResult, StoredRecording } from "../recording-database.ts";
import { recordingsToEvict } from "../recording-eviction.ts";
import { decodeChunks } from "./recording-chunks.ts";

const storeNames = ["takes", "take-sounds", "take-chunks"] as const;

export const openWriteTransaction = (database: RecordingDatabase) => database.transaction(storeNames, "readwrite");
export type WriteTransaction = ReturnType<typeof openWriteTransaction>;

export async function deleteRecording(writing: WriteTransaction, number: number): Promise<void> {
  await Promise.all([
    writing.objectStore("takes").delete(number),
    writing.objectStore("take-sounds").delete(number),
    writing.objectStore("take-chunks").delete(prefixKeyRange(number)),
  ]);
}

export async function addRecord(
  writing: WriteTransaction,
  record: Omit<StoredRecording, "number">,
): Promise<StoredRecording> {
  const recordings = writing.objectStore("takes");
  const number = await recordings.add({ ...record, number: 0 });
  await recordings.put({ ...record, number }, number);
  return { ...record, number };
}

/** Aborts the transaction if `work` fails, so that no record is stored without its audio. */
export async function abortOnError<Result>(writing: WriteTransaction, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (reason) {
    writing.done.catch(() => undefined);
    try {
      writing.abort();
    } catch {
      // The transaction has already ended.
    }
    throw reason;
  }
}

type FinishedFile = { wav: ArrayBuffer; capBytes: number };

export function saveFinished(
  writing: WriteTransaction,
  { wav, capBytes }: FinishedFile,
  finish: () => Promise<StoredRecording>,
): Promise<SaveResult> {
  return abortOnError(writing, async () => saveAndEvict(writing, await finish(), { wav, capBytes }));
}

async function saveAndEvict(
  writing: WriteTransaction,
  finished: StoredRecording,
  { wav, capBytes }: FinishedFile,
): Promise<SaveResult> {
  const { unfinished: _, ...record } = finished;
  const recordings = writing.objectStore("takes");
  await recordings.put(record, record.number);
  await writing.objectStore("take-sounds").put(wav, record.number);
  await writing.objectStore("take-chunks").delete(prefixKeyRange(record.number));
  const all = await recordings.index("place").getAll(prefixKeyRange(record.userId));
  const evicted = recordingsToEvict(all, record.number, capBytes);
  for (const { number } of evicted) await deleteRecording(writing, number);
  await writing.done;
  return { record, evicted };
}

/** `now` is in ms since 1970. */
export async function recoverRecording(
  database: RecordingDatabase,
  number: number,
  { now, capBytes }: { now: number; capBytes: number },
): Promise<SaveResult | null> {
  const record = await database.get("takes", number);
  if (!record?.unfinished) return null;
  const { sampleRate } = record.unfinished;
  const { wav, durationSeconds } = await loadWavFromChunks(database, number, sampleRate);
  const recovered = { ...record, durationSeconds, interrupted: true, usedAt: now };
  if (durationSeconds === 0) {
    await deleteRecording(openWriteTransaction(database), number);
    return null;
  }
  try {
    const writing = openWriteTransaction(database);
    // The recording may have been deleted while its audio was assembled.
    if (!(await writing.objectStore("takes").get(number))) return null;
    return await saveFinished(writing, { wav, capBytes }, async () => ({ ...recovered, bytes: wav.byteLength }));
  } catch (reason) {
    if (!isQuotaExceeded(reason)) throw reason;
    return finishWithoutFile(database, recovered, sampleRate);
  }
}

export async function loadWavFromChunks(database: RecordingDatabase, number: number, sampleRate: number) {
  return decodeChunks(await database.getAll("take-chunks", prefixKeyRange(number)), sampleRate);
}

/** Keeps the chunks as the audio, because a full storage has no space for a second copy. */
async function finishWithoutFile(
  database: RecordingDatabase,
  finished: StoredRecording,
  chunkRate: number,
): Promise<SaveResult | null> {
  const { unfinished: _, ...facts } = finished;
  const record = { ...facts, chunkRate };
  const recordings = database.transaction("takes", "readwrite").store;
  // The recording may have been deleted after the failed transaction.
  if (!(await recordings.get(record.number))) return null;
  await recordings.put(record, record.number);
  return { record, evicted: [] };
}
