import type { Gap } from "../../../../../../domain/practice.ts";
import type { Dialogue } from "../../../../../../domain/progress.ts";
import { takesCapBytes, takesToGiveUp } from "../take-cap.ts";
import { fromChunks } from "./take-chunks.ts";
import {
  beginningWith,
  isFull,
  type NamedSegment,
  recordingKey,
  TakeConnection,
  type TakeDatabase,
  type TakeRecord,
  TakeStoreError,
} from "./take-database.ts";

/** What is given to be stored. */
export type NewTake = Pick<TakeRecord, "attempt" | "durationSeconds" | "interrupted" | "gaps"> & { wav: ArrayBuffer };

/** What storing a take did; `givenUp` are the takes that had to make room for it. */
export type Stored = { record: TakeRecord; givenUp: TakeRecord[] };

/** A take that is about to be recorded. */
export type Beginning = { attempt: number; lock: string; sampleRate: number };

/** What comes next of a take that is being recorded. */
export type Chunk = {
  /** Counts from 0. */
  order: number;
  /** 16 bits each. */
  samples: ArrayBuffer;
  /** Length of this chunk. */
  seconds: number;
  /** Where sound is missing in the take until now. */
  gaps: readonly Gap[];
};

/** The learner's recordings in this browser. Every rejection is a `TakeStoreError`. */
export type TakeStore = {
  /** Notes that a take is being recorded, and gives it its number. */
  begin(segment: NamedSegment, beginning: Beginning): Promise<number>;
  /** Writes down what comes next of a take that is being recorded; rejects if it was removed meanwhile. */
  append(number: number, chunk: Chunk): Promise<void>;
  /** Stores a finished take, under the number that was given when it began or else under a new one. */
  save(segment: NamedSegment, take: NewTake, number?: number): Promise<Stored>;
  /** Makes what was written down of an unfinished take a finished one; null if that is nothing. */
  recover(number: number): Promise<Stored | null>;
  /** The takes of a dialogue in the order in which they began, unfinished ones too. */
  list(userId: string, dialogue: Dialogue): Promise<TakeRecord[]>;
  /** All takes of a learner, unfinished ones too. */
  listAll(userId: string): Promise<TakeRecord[]>;
  /** The file of a finished take, which is used by this; undefined if there is none. */
  sound(number: number): Promise<ArrayBuffer | undefined>;
  remove(number: number): Promise<void>;
  clearDialogue(userId: string, dialogue: Dialogue): Promise<void>;
  clearUser(userId: string): Promise<void>;
};

const stores = ["takes", "take-sounds", "take-chunks"] as const;

const write = (database: TakeDatabase) => database.transaction(stores, "readwrite");
type Writing = ReturnType<typeof write>;

async function erase(writing: Writing, number: number): Promise<void> {
  await Promise.all([
    writing.objectStore("takes").delete(number),
    writing.objectStore("take-sounds").delete(number),
    writing.objectStore("take-chunks").delete(beginningWith(number)),
  ]);
}

async function add(writing: Writing, record: Omit<TakeRecord, "number">): Promise<TakeRecord> {
  const takes = writing.objectStore("takes");
  const number = await takes.add({ ...record, number: 0 });
  await takes.put({ ...record, number }, number);
  return { ...record, number };
}

/** Does all of some writing, or nothing of it: a record without its sound would hide what was noted of it. */
async function wholly<Result>(writing: Writing, work: () => Promise<Result>): Promise<Result> {
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

function putFinished(writing: Writing, finished: TakeRecord, wav: ArrayBuffer): Promise<Stored> {
  return wholly(writing, () => putAll(writing, finished, wav));
}

async function putAll(writing: Writing, finished: TakeRecord, wav: ArrayBuffer): Promise<Stored> {
  const { unfinished: _, ...record } = finished;
  const takes = writing.objectStore("takes");
  await takes.put(record, record.number);
  await writing.objectStore("take-sounds").put(wav, record.number);
  await writing.objectStore("take-chunks").delete(beginningWith(record.number));
  const all = await takes.index("place").getAll(beginningWith(record.userId));
  const givenUp = takesToGiveUp(all, record.number, takesCapBytes);
  for (const { number } of givenUp) await erase(writing, number);
  await writing.done;
  return { record, givenUp };
}

function askToKeep(): void {
  // Without it a browser short of space removes recordings unasked; a refusal changes nothing.
  navigator.storage?.persist?.().catch(() => undefined);
}

function describe(segment: NamedSegment, now: number): Omit<TakeRecord, "number" | "attempt"> {
  const key = recordingKey(segment);
  const facts = { durationSeconds: 0, bytes: 0, interrupted: false } as const;
  return { ...segment, ...facts, key, type: "audio/wav", recordedAt: now, usedAt: now };
}

async function recover(database: TakeDatabase, number: number, now: number): Promise<Stored | null> {
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
    return await putFinished(writing, { ...recovered, bytes: wav.byteLength }, wav);
  } catch (reason) {
    if (!isFull(reason)) throw reason;
    return keepInChunks(database, recovered, sampleRate);
  }
}

async function fromStoredChunks(database: TakeDatabase, number: number, sampleRate: number) {
  return fromChunks(await database.getAll("take-chunks", beginningWith(number)), sampleRate);
}

/** Makes a finished take of an unfinished one where there is no room to write its sound a second time. */
async function keepInChunks(database: TakeDatabase, finished: TakeRecord, chunkRate: number): Promise<Stored> {
  const { unfinished: _, ...facts } = finished;
  const record = { ...facts, chunkRate };
  await database.put("takes", record, record.number);
  return { record, givenUp: [] };
}

/** @param now gives milliseconds since 1970. */
export function createTakeStore(now: () => number): TakeStore {
  const connection = new TakeConnection();
  let asked = false;

  const list = (...place: string[]) =>
    connection.run(async (database) => {
      const takes = await database.getAllFromIndex("takes", "place", beginningWith(...place));
      return takes.toSorted((a, b) => a.number - b.number);
    });
  const clear = (...place: string[]) =>
    connection.run(async (database) => {
      const writing = write(database);
      const numbers = await writing
        .objectStore("takes")
        .index("place")
        .getAllKeys(beginningWith(...place));
      for (const number of numbers) await erase(writing, number);
      await writing.done;
    });

  return {
    begin: async (segment, { attempt, ...unfinished }) => {
      if (!asked) askToKeep();
      asked = true;
      return connection.run(async (database) => {
        const writing = write(database);
        const { number } = await add(writing, { ...describe(segment, now()), attempt, unfinished });
        await writing.done;
        return number;
      });
    },
    append: (number, { order, samples, seconds, gaps }) =>
      connection.run(async (database) => {
        const writing = write(database);
        await wholly(writing, async () => {
          const takes = writing.objectStore("takes");
          const record = await takes.get(number);
          if (!record?.unfinished) throw new TakeStoreError("unavailable");
          const durationSeconds = record.durationSeconds + seconds;
          const bytes = record.bytes + samples.byteLength;
          await takes.put({ ...record, durationSeconds, bytes, gaps, usedAt: now() }, number);
          await writing.objectStore("take-chunks").put(samples, [number, order]);
          await writing.done;
        });
      }),
    save: (segment, { wav, ...take }, number) =>
      connection.run(async (database) => {
        const writing = write(database);
        const record = { ...describe(segment, now()), ...take, bytes: wav.byteLength };
        return wholly(writing, async () =>
          putAll(writing, number === undefined ? await add(writing, record) : { ...record, number }, wav),
        );
      }),
    recover: (number) => connection.run((database) => recover(database, number, now())),
    list: (userId, { language, scenarioId }) => list(userId, language, scenarioId),
    listAll: (userId) => list(userId),
    sound: (number) =>
      connection.run(async (database) => {
        const writing = write(database);
        const record = await writing.objectStore("takes").get(number);
        if (record) await writing.objectStore("takes").put({ ...record, usedAt: now() }, number);
        const sound = await writing.objectStore("take-sounds").get(number);
        if (sound || record?.chunkRate === undefined) return sound;
        return (await fromStoredChunks(database, number, record.chunkRate)).wav;
      }),
    remove: (number) =>
      connection.run(async (database) => {
        const writing = write(database);
        await erase(writing, number);
        await writing.done;
      }),
    clearDialogue: (userId, { language, scenarioId }) => clear(userId, language, scenarioId),
    clearUser: (userId) => clear(userId),
  };
}
