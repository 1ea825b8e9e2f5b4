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

export type NewRecording = Pick<StoredRecording, "attempt" | "durationSeconds" | "interrupted" | "gaps"> & {
  wav: ArrayBuffer;
};

export type RecordingInProgress = { attempt: number; lock: string; sampleRate: number };

export type RecordingChunk = {
  /** From 0. */
  order: number;
  /** 16-bit. */
  samples: ArrayBuffer;
  seconds: number;
  /** All gaps of the recording so far. */
  gaps: readonly Gap[];
};

/** Rejects only with `RecordingStoreError`. */
export type RecordingStore = {
  begin(segment: NamedSegment, beginning: RecordingInProgress): Promise<number>;
  append(number: number, chunk: RecordingChunk): Promise<void>;
  save(segment: NamedSegment, recording: NewRecording, number?: number): Promise<SaveResult>;
  /** Saves the chunks of an unfinished recording as a finished recording. Resolves to null if nothing was saved. */
  recover(number: number): Promise<SaveResult | null>;
  /** In order of number. Includes unfinished recordings. */
  list(userId: string, dialogue: DialogueId): Promise<StoredRecording[]>;
  /** Includes unfinished recordings. */
  listAll(userId: string): Promise<StoredRecording[]>;
  /** Counts as a use of the recording. */
  loadAudio(number: number): Promise<ArrayBuffer | undefined>;
  remove(number: number): Promise<void>;
  clearDialogue(userId: string, dialogue: DialogueId): Promise<void>;
  clearUser(userId: string): Promise<void>;
};

function requestPersistentStorage(): void {
  // Asks the browser to keep the recordings even if the device is short of space.
  navigator.storage?.persist?.().catch(() => undefined);
}

function createRecord(segment: NamedSegment, now: number): Omit<StoredRecording, "number" | "attempt"> {
  const key = recordingKey(segment);
  const facts = { durationSeconds: 0, bytes: 0, interrupted: false } as const;
  return { ...segment, ...facts, key, type: "audio/wav", recordedAt: now, usedAt: now };
}

/** `capBytes` is per learner. If a learner's recordings exceed it, `save` and `recover` may evict some of them. */
export type RecordingStoreOptions = { database: StoredDatabase; capBytes: number };

/** @param now returns ms since 1970 */
export function createRecordingStore(
  now: () => number,
  { database: entry, capBytes }: RecordingStoreOptions,
): RecordingStore {
  const connection = new RecordingConnection(entry);
  let asked = false;

  const list = (...place: string[]) =>
    connection.run(async (database) => {
      const recordings = await database.getAllFromIndex("takes", "place", prefixKeyRange(...place));
      return recordings.toSorted((a, b) => a.number - b.number);
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
          const recordings = writing.objectStore("takes");
          const record = await recordings.get(number);
          if (!record?.unfinished) throw new RecordingStoreError("unavailable");
          const durationSeconds = record.durationSeconds + seconds;
          const bytes = record.bytes + samples.byteLength;
          await recordings.put({ ...record, durationSeconds, bytes, gaps, usedAt: now() }, number);
          await writing.objectStore("take-chunks").put(samples, [number, order]);
          await writing.done;
        });
      }),
    save: (segment, { wav, ...recording }, number) =>
      connection.run(async (database) => {
        const writing = openWriteTransaction(database);
        const record = { ...createRecord(segment, now()), ...recording, bytes: wav.byteLength };
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
