import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";
import type { TakeRef } from "../../../../../domain/practice.ts";

/** Which segment of which scenario, and whose. `segmentIndex` counts from 0. */
export type SegmentKey = { userId: string; scenarioId: string; segmentIndex: number };

/** What is known of a stored take; its sound stands apart, so that lists stay light. */
export type TakeRecord = SegmentKey &
  TakeRef & {
    /** `recording_{scenarioId}_{segmentIndex}`, the name under which the learner's data is listed and removed. */
    key: string;
    type: "audio/wav";
    /** Room that it takes. */
    bytes: number;
    /** When it was last recorded, played or saved to a file, in ms since 1970. */
    usedAt: number;
    /** While it is recorded: the web lock that its tab holds, and the rate of the chunks in Hz. */
    unfinished?: { lock: string; sampleRate: number };
  };

/** No room is left for a take, or the browser gives no storage (as some do in private windows). */
export type TakeStoreErrorCode = "quota" | "unavailable";

/** The only error a take store rejects with; `cause` is what the browser said. */
export class TakeStoreError extends Error {
  readonly code: TakeStoreErrorCode;

  constructor(code: TakeStoreErrorCode, options?: ErrorOptions) {
    super(`Takes cannot be stored: ${code}`, options);
    this.name = "TakeStoreError";
    this.code = code;
  }
}

interface TakeSchema extends DBSchema {
  /** By number, which the database gives: it only grows, over all tabs, and is never given again. */
  takes: { key: number; value: TakeRecord; indexes: { place: [string, string, number] } };
  /** WAV files by take. ArrayBuffers, since some browsers lose stored Blobs. */
  "take-sounds": { key: number; value: ArrayBuffer };
  /** What was recorded of an unfinished take, as 16-bit samples, by take and order. */
  "take-chunks": { key: [take: number, order: number]; value: ArrayBuffer };
}

export type TakeDatabase = IDBPDatabase<TakeSchema>;

const databaseName = "parlance";
const databaseVersion = 2;

/** The name of a segment's recordings. */
export function recordingKey(scenarioId: string, segmentIndex: number): string {
  return `recording_${scenarioId}_${segmentIndex}`;
}

/** All keys that begin so: IndexedDB orders an array after every string and number, so `[]` ends the range. */
export function beginningWith(...start: (string | number)[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}

/** A take as version 1 kept it: one record by segment and attempt, with its sound inside. */
const FirstTake = z.object({
  userId: z.string(),
  scenarioId: z.string(),
  segmentIndex: z.number(),
  attempt: z.number(),
  wav: z.instanceof(ArrayBuffer),
  durationSeconds: z.number(),
  savedAt: z.number(),
});

function createStores(database: TakeDatabase): void {
  database
    .createObjectStore("takes", { autoIncrement: true })
    .createIndex("place", ["userId", "scenarioId", "segmentIndex"]);
  database.createObjectStore("take-sounds");
  database.createObjectStore("take-chunks");
}

type Upgrade = Parameters<NonNullable<NonNullable<Parameters<typeof openDB<TakeSchema>>[2]>["upgrade"]>>;

async function upgrade(database: TakeDatabase, from: number, transaction: Upgrade[3]): Promise<void> {
  if (from === 0) return createStores(database);
  const kept: unknown[] = await transaction.objectStore("takes").getAll();
  database.deleteObjectStore("takes");
  createStores(database);
  for (const each of kept) {
    const first = FirstTake.safeParse(each);
    if (!first.success) continue;
    const { wav, savedAt, ...facts } = first.data;
    const key = recordingKey(facts.scenarioId, facts.segmentIndex);
    const times = { recordedAt: savedAt, usedAt: savedAt };
    const record: TakeRecord = {
      ...facts,
      ...times,
      key,
      type: "audio/wav",
      bytes: wav.byteLength,
      interrupted: false,
      number: 0,
    };
    const number = await transaction.objectStore("takes").add(record);
    await transaction.objectStore("takes").put({ ...record, number }, number);
    await transaction.objectStore("take-sounds").put(wav, number);
  }
}

function toStoreError(reason: unknown): TakeStoreError {
  if (reason instanceof TakeStoreError) return reason;
  const isFull = reason instanceof Error && reason.name === "QuotaExceededError";
  return new TakeStoreError(isFull ? "quota" : "unavailable", { cause: reason });
}

/** Opens the database when it is first needed, and again after another tab or the browser closed it. */
export class TakeConnection {
  #opening: Promise<TakeDatabase> | undefined;

  /** @throws {TakeStoreError} */
  async run<T>(work: (database: TakeDatabase) => Promise<T>): Promise<T> {
    try {
      this.#opening ??= this.#open();
      return await work(await this.#opening);
    } catch (reason) {
      throw toStoreError(reason);
    }
  }

  close(): void {
    void this.#opening?.then(
      (database) => database.close(),
      () => undefined,
    );
    this.#opening = undefined;
  }

  async #open(): Promise<TakeDatabase> {
    try {
      return await openDB<TakeSchema>(databaseName, databaseVersion, {
        upgrade: (database, from, _to, transaction) => upgrade(database, from, transaction),
        // A newer version of the app in another tab waits for this connection to go.
        blocking: () => this.close(),
        terminated: () => this.close(),
      });
    } catch (reason) {
      this.#opening = undefined;
      throw reason;
    }
  }
}
