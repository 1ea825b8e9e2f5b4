import { beginningWith } from "../../../../browser/database.ts";
import { takesToGiveUp } from "../take-cap.ts";
import { isFull, type Stored, type TakeDatabase, type TakeRecord } from "../take-database.ts";
import { fromChunks } from "./take-chunks.ts";

const stores = ["takes", "take-sounds", "take-chunks"] as const;

/** A transaction in which takes can be written and erased. */
export const write = (database: TakeDatabase) => database.transaction(stores, "readwrite");
export type Writing = ReturnType<typeof write>;

/** Removes a take with all that stands of it. */
export async function erase(writing: Writing, number: number): Promise<void> {
  await Promise.all([
    writing.objectStore("takes").delete(number),
    writing.objectStore("take-sounds").delete(number),
    writing.objectStore("take-chunks").delete(beginningWith(number)),
  ]);
}

/** Adds the record of a take, with the number that it gets. */
export async function add(writing: Writing, record: Omit<TakeRecord, "number">): Promise<TakeRecord> {
  const takes = writing.objectStore("takes");
  const number = await takes.add({ ...record, number: 0 });
  await takes.put({ ...record, number }, number);
  return { ...record, number };
}

/** Does all of some writing, or nothing of it: a record without its sound would hide what was noted of it. */
export async function wholly<Result>(writing: Writing, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (reason) {
    writing.done.catch(() => undefined);
    try {
      writing.abort();
    } catch {
      // It has come to its end by itself.
    }
    throw reason;
  }
}

type Finished = { wav: ArrayBuffer; capBytes: number };

/** Stores the file of a take and the record that `finish` gives, and gives up what the cap then has no room for. */
export function putFinished(
  writing: Writing,
  { wav, capBytes }: Finished,
  finish: () => Promise<TakeRecord>,
): Promise<Stored> {
  return wholly(writing, async () => putAll(writing, await finish(), { wav, capBytes }));
}

async function putAll(writing: Writing, finished: TakeRecord, { wav, capBytes }: Finished): Promise<Stored> {
  const { unfinished: _, ...record } = finished;
  const takes = writing.objectStore("takes");
  await takes.put(record, record.number);
  await writing.objectStore("take-sounds").put(wav, record.number);
  await writing.objectStore("take-chunks").delete(beginningWith(record.number));
  const all = await takes.index("place").getAll(beginningWith(record.userId));
  const givenUp = takesToGiveUp(all, record.number, capBytes);
  for (const { number } of givenUp) await erase(writing, number);
  await writing.done;
  return { record, givenUp };
}

/** Makes what was written down of an unfinished take a finished one, at `now`; null if that is nothing. */
export async function recover(
  database: TakeDatabase,
  number: number,
  { now, capBytes }: { now: number; capBytes: number },
): Promise<Stored | null> {
  const record = await database.get("takes", number);
  if (!record?.unfinished) return null;
  const { sampleRate } = record.unfinished;
  const { wav, durationSeconds } = await fromStoredChunks(database, number, sampleRate);
  const recovered = { ...record, durationSeconds, interrupted: true, usedAt: now };
  if (durationSeconds === 0) {
    await erase(write(database), number);
    return null;
  }
  try {
    const writing = write(database);
    // Only if it still stands: it may have been removed while its sound was put together.
    if (!(await writing.objectStore("takes").get(number))) return null;
    return await putFinished(writing, { wav, capBytes }, async () => ({ ...recovered, bytes: wav.byteLength }));
  } catch (reason) {
    if (!isFull(reason)) throw reason;
    return keepInChunks(database, recovered, sampleRate);
  }
}

/** The file of what was written down of a take at a rate, in Hz. */
export async function fromStoredChunks(database: TakeDatabase, number: number, sampleRate: number) {
  return fromChunks(await database.getAll("take-chunks", beginningWith(number)), sampleRate);
}

/** Makes a finished take of an unfinished one where there is no room to write its sound a second time. */
async function keepInChunks(database: TakeDatabase, finished: TakeRecord, chunkRate: number): Promise<Stored> {
  const { unfinished: _, ...facts } = finished;
  const record = { ...facts, chunkRate };
  await database.put("takes", record, record.number);
  return { record, givenUp: [] };
}
