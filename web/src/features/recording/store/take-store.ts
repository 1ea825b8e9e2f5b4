import type { Gap } from "../../../../../domain/practice/practice.ts";
import type { Dialogue } from "../../../../../domain/practice/progress.ts";
import { beginningWith } from "../../../browser/database.ts";
import type { StoredDatabase } from "../../../browser/stored.ts";
import { add, erase, fromStoredChunks, putFinished, recover, wholly, write } from "./internal/take-writing.ts";
import {
  type NamedSegment,
  recordingKey,
  type Stored,
  TakeConnection,
  type TakeRecord,
  TakeStoreError,
} from "./take-database.ts";

/** What is given to be stored. */
export type NewTake = Pick<TakeRecord, "attempt" | "durationSeconds" | "interrupted" | "gaps"> & { wav: ArrayBuffer };

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

function askToKeep(): void {
  // Without it a browser short of space removes recordings unasked; a refusal changes nothing.
  navigator.storage?.persist?.().catch(() => undefined);
}

function describe(segment: NamedSegment, now: number): Omit<TakeRecord, "number" | "attempt"> {
  const key = recordingKey(segment);
  const facts = { durationSeconds: 0, bytes: 0, interrupted: false } as const;
  return { ...segment, ...facts, key, type: "audio/wav", recordedAt: now, usedAt: now };
}

/** A room of the browser's storage for takes: the database, and how many bytes the finished takes of a learner may have there. */
export type TakeRoom = { database: StoredDatabase; capBytes: number };

/** @param now gives milliseconds since 1970. */
export function createTakeStore(now: () => number, { database: entry, capBytes }: TakeRoom): TakeStore {
  const connection = new TakeConnection(entry);
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
        return putFinished(writing, { wav, capBytes }, async () =>
          number === undefined ? await add(writing, record) : { ...record, number },
        );
      }),
    recover: (number) => connection.run((database) => recover(database, number, { now: now(), capBytes })),
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
