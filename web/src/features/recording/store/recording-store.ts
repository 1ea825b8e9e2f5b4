import type { Gap } from "../../../../../domain/practice/practice.ts";
import type { DialogueId } from "../../../../../domain/practice/progress.ts";
import { prefixKeyRange } from "../../../browser/database.ts";
import type { StoredDatabase } from "../../../browser/stored.ts";
import {
  abortOnError,
  addRecord,
  deleteRecording,
  loadWavFromChunks,
  openWriteTransaction,
  recoverRecording,
  saveFinished,
} from "./internal/recording-transactions.ts";
import {
  type NamedSegment,
  RecordingConnection,
  RecordingStoreError,
  recordingKey,
  type SaveResult,
  type StoredRecording,
} from "./recording-database.ts";

/** What is given to be stored. */
export type NewRecording = Pick<StoredRecording, "attempt" | "durationSeconds" | "interrupted" | "gaps"> & {
  wav: ArrayBuffer;
};

/** A take that is about to be recorded. */
export type RecordingInProgress = { attempt: number; lock: string; sampleRate: number };

/** What comes next of a take that is being recorded. */
export type RecordingChunk = {
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
export type RecordingStore = {
  /** Notes that a take is being recorded, and gives it its number. */
  begin(segment: NamedSegment, beginning: RecordingInProgress): Promise<number>;
  /** Writes down what comes next of a take that is being recorded; rejects if it was removed meanwhile. */
  append(number: number, chunk: RecordingChunk): Promise<void>;
  /** Stores a finished take, under the number that was given when it began or else under a new one. */
  save(segment: NamedSegment, take: NewRecording, number?: number): Promise<SaveResult>;
  /** Makes what was written down of an unfinished take a finished one; null if that is nothing. */
  recover(number: number): Promise<SaveResult | null>;
  /** The takes of a dialogue in the order in which they began, unfinished ones too. */
  list(userId: string, dialogue: DialogueId): Promise<StoredRecording[]>;
  /** All takes of a learner, unfinished ones too. */
  listAll(userId: string): Promise<StoredRecording[]>;
  /** The file of a finished take, which is used by this; undefined if there is none. */
  loadAudio(number: number): Promise<ArrayBuffer | undefined>;
  remove(number: number): Promise<void>;
  clearDialogue(userId: string, dialogue: DialogueId): Promise<void>;
  clearUser(userId: string): Promise<void>;
};

function requestPersistentStorage(): void {
  // Without it a browser short of space removes recordings unasked; a refusal changes nothing.
  navigator.storage?.persist?.().catch(() => undefined);
}

function createRecord(segment: NamedSegment, now: number): Omit<StoredRecording, "number" | "attempt"> {
  const key = recordingKey(segment);
  const facts = { durationSeconds: 0, bytes: 0, interrupted: false } as const;
  return { ...segment, ...facts, key, type: "audio/wav", recordedAt: now, usedAt: now };
}

/** A room of the browser's storage for takes: the database, and how many bytes the finished takes of a learner may have there. */
export type RecordingStoreOptions = { database: StoredDatabase; capBytes: number };

/** @param now gives milliseconds since 1970. */
export function createRecordingStore(
  now: () => number,
  { database: entry, capBytes }: RecordingStoreOptions,
): RecordingStore {
  const connection = new RecordingConnection(entry);
  let asked = false;

  const list = (...place: string[]) =>
    connection.run(async (database) => {
      const takes = await database.getAllFromIndex("takes", "place", prefixKeyRange(...place));
      return takes.toSorted((a, b) => a.number - b.number);
    });
  const clear = (...place: string[]) =>
    connection.run(async (database) => {
      const writing = openWriteTransaction(database);
      const numbers = await writing
        .objectStore("takes")
        .index("place")
        .getAllKeys(prefixKeyRange(...place));
      for (const number of numbers) await deleteRecording(writing, number);
      await writing.done;
    });

  return {
    begin: async (segment, { attempt, ...unfinished }) => {
      if (!asked) requestPersistentStorage();
      asked = true;
      return connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        const { number } = await addRecord(writing, { ...createRecord(segment, now()), attempt, unfinished });
        await writing.done;
        return number;
      });
    },
    append: (number, { order, samples, seconds, gaps }) =>
      connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        await abortOnError(writing, async () => {
          const takes = writing.objectStore("takes");
          const record = await takes.get(number);
          if (!record?.unfinished) throw new RecordingStoreError("unavailable");
          const durationSeconds = record.durationSeconds + seconds;
          const bytes = record.bytes + samples.byteLength;
          await takes.put({ ...record, durationSeconds, bytes, gaps, usedAt: now() }, number);
          await writing.objectStore("take-chunks").put(samples, [number, order]);
          await writing.done;
        });
      }),
    save: (segment, { wav, ...take }, number) =>
      connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        const record = { ...createRecord(segment, now()), ...take, bytes: wav.byteLength };
        return saveFinished(writing, { wav, capBytes }, async () =>
          number === undefined ? await addRecord(writing, record) : { ...record, number },
        );
      }),
    recover: (number) => connection.run((database) => recoverRecording(database, number, { now: now(), capBytes })),
    list: (userId, { language, scenarioId }) => list(userId, language, scenarioId),
    listAll: (userId) => list(userId),
    loadAudio: (number) =>
      connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        const record = await writing.objectStore("takes").get(number);
        if (record) await writing.objectStore("takes").put({ ...record, usedAt: now() }, number);
        const sound = await writing.objectStore("take-sounds").get(number);
        if (sound || record?.chunkRate === undefined) return sound;
        return (await loadWavFromChunks(database, number, record.chunkRate)).wav;
      }),
    remove: (number) =>
      connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        await deleteRecording(writing, number);
        await writing.done;
      }),
    clearDialogue: (userId, { language, scenarioId }) => clear(userId, language, scenarioId),
    clearUser: (userId) => clear(userId),
  };
}
